import { startBackend } from './start-backend.ts';

// `node main.js worker` is short for ROLE=worker.
const role = process.argv[2] ?? process.env.ROLE;

const backend = await startBackend({ ...process.env, ROLE: role }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
process.stdout.write(`Open ${backend.address}\n`);
void backend.warmUp();

/** Milliseconds in which requests may still end after SIGTERM. */
const grace = 25_000;

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), grace).unref();
    void backend.close().then(() => process.exit(0));
  });
}
