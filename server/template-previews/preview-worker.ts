// The generator starts the thread of try-ons by this path, and a change of its files would change the version of all drawings.
import '../try-ons/try-on-worker.ts';
