import { startBackend } from './start-backend.ts';

const backend = await startBackend(process.env).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
process.stdout.write(`Open ${backend.address}\n`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    void backend.close().then(() => process.exit(0));
  });
}
