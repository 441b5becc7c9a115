import { startBackend } from './start-backend.ts';

// `node main.js worker` is a short form of ROLE=worker.
const role = process.argv[2] ?? process.env.ROLE;

/** Exits at once while the backend is opening; afterwards, shuts it down first. */
let stop: () => void = () => process.exit(1);
// `npm start` opens an IPC channel to this process. The channel closes if `npm start` is killed.
process.on('disconnect', () => stop());

const backend = await startBackend({ ...process.env, ROLE: role }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
// In production, log collectors expect one JSON object per line.
if (process.env.NODE_ENV === 'production') backend.app.log.info(`Open ${backend.address}`);
else process.stdout.write(`Open ${backend.address}\n`);
void backend.warmUp();

/** After this time (ms), a shutdown no longer waits for running requests. */
const grace = 25_000;

let stopping = false;
stop = () => {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), grace).unref();
  void backend.close().then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => (stopping ? process.exit(1) : stop()));
