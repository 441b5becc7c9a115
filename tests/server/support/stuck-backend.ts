import { openServices } from '../../../server/services/services.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { buildApp } from '../../../server/start/build-app.ts';
import { aPhoto } from './a-photo.ts';
import { quickGenerator } from './quick-generator.ts';

/**
 * A backend process for tests that kill it: `stuck` never finishes a job, `halfway` stops after the second pic of a
 * job, `quick` finishes jobs at once. Prints its origin.
 */
const generator = await quickGenerator();
if (process.argv[2] !== 'quick') generator.beforeReturn = () => new Promise(() => {});
if (process.argv[2] === 'halfway') {
  generator.beforePic = number => (number > 2 ? new Promise(() => {}) : Promise.resolve());
}

const services = await openServices(readConfig(process.env), { generator });
const app = await buildApp(services);

// Every photo that a job requests exists.
const { get, head } = services.store;
const aHead = { size: aPhoto.length, type: 'image/jpeg', etag: '"1"' };
services.store.head = async key => (await head(key)) ?? aHead;
services.store.get = async key => (await get(key)) ?? { bytes: aPhoto, type: 'image/jpeg', etag: '"1"' };

process.on('SIGTERM', async () => {
  await app.close();
  await services.close();
  process.exit(0);
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
