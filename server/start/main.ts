import { startBackend } from './start-backend.ts';

// `node main.js worker` is short for ROLE=worker.
const role = process.argv[2] ?? process.env.ROLE;

/** Before the backend is open, exits at once; later, shuts the backend down. */
let stop: () => void = () => process.exit(1);
// `npm start` opens a channel to this process. If `npm start` is killed, the channel closes.
process.on('disconnect', () => stop());

const backend = await startBackend({ ...process.env, ROLE: role }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
process.stdout.write(`Open ${backend.address}\n`);
void backend.warmUp();

/** After SIGTERM, requests must end within this time (ms). */
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
