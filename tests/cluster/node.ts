import { setTimeout as pause } from 'node:timers/promises';
import { startBackend } from '../../server/start/start-backend.ts';
import { quickDrawer } from '../server/support/quick-drawer.ts';
import { quickGenerator } from '../server/support/quick-generator.ts';
import { templateThat } from './templates-that.ts';

/** Starts a server with the ROLE from the environment. Some templates make its generator fail, crash or wait. */
const generator = await quickGenerator();
const { generate } = generator;

generator.generate = async (request, onProgress, signal) => {
  if (request.templateId === templateThat.breaks) throw new Error('out of paint');
  if (request.templateId === templateThat.kills) process.kill(process.pid, 'SIGKILL');
  if (request.templateId === templateThat.waits) {
    onProgress(50);
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
  if (request.templateId === templateThat.takesTime) {
    onProgress(50);
    await pause(1500);
  }
  // Forget the photos, because thousands of jobs run here and would fill the memory.
  generator.photos.length = 0;
  return generate(request, onProgress, signal);
};

const housekeepingPause = process.env.HOUSEKEEPING_PAUSE;
const backend = await startBackend(process.env, {
  generator,
  tryOnDrawer: await quickDrawer(),
  ...(housekeepingPause && { housekeepingPause: Number(housekeepingPause) }),
});
process.stdout.write(`${new URL(backend.address).origin}\n`);

process.on('SIGTERM', async () => {
  await backend.close();
  process.exit(0);
});
