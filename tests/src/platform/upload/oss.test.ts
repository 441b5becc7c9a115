import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OssCredentials, putObject } from '../../../../src/platform/upload/oss.ts';
import { bucket, type OssWorld, openOssWorld } from '../../../server/store/oss-world.ts';
import { credentialsOf, prefix } from './oss-credentials.ts';

const photo = new Blob(['123456789'], { type: 'image/jpeg' });

let world: OssWorld;
beforeAll(async () => {
  world = await openOssWorld();
});
afterAll(() => world.close());

const credentials = (changes: Partial<OssCredentials> = {}) => credentialsOf(world, changes);

test('a photo arrives with its type, and its address comes back', async () => {
  const address = await putObject(credentials(), `${prefix}a.jpg`, photo, {});

  expect(address).toBe(`${world.origin}/${bucket}/${prefix}a.jpg`);
  expect(await world.store.get(`${prefix}a.jpg`)).toMatchObject({
    bytes: Buffer.from('123456789'),
    type: 'image/jpeg',
  });
});

test('a name of any script is kept as the key', async () => {
  const key = `${prefix}自拍-फोटो-é-𠮷_1.jpg`;

  const address = await putObject(credentials(), key, photo, {});

  expect(decodeURIComponent(address)).toBe(`${world.origin}/${bucket}/${key}`);
  expect(await world.store.get(key)).not.toBeNull();
});

test('an address that does not lead to this machine is https', async () => {
  const otherName = world.origin.replace('127.0.0.1', '0.0.0.0');

  const address = await putObject(credentials({ endpoint: otherName }), `${prefix}b.jpg`, photo, {});

  expect(address).toBe(`${otherName.replace('http:', 'https:')}/${bucket}/${prefix}b.jpg`);
});

test('credentials that are over, or not genuine, are told apart from a refusal', async () => {
  world.passMinutes(-16);
  const old = credentials();
  world.passMinutes(16);

  await expect(putObject(old, `${prefix}c.jpg`, photo, {})).rejects.toMatchObject({ kind: 'expired' });
  await expect(
    putObject(credentials({ securityToken: 'x.y' }), `${prefix}c.jpg`, photo, {}),
  ).rejects.toMatchObject({
    name: 'OssError',
    kind: 'expired',
  });
  await expect(putObject(credentials(), 'photos/8/c.jpg', photo, {})).rejects.toMatchObject({
    kind: 'refused',
  });
});

test('a store that does not respond is a network error', async () => {
  const nobody = credentials({ endpoint: 'http://127.0.0.1:9' });

  await expect(putObject(nobody, `${prefix}d.jpg`, photo, {})).rejects.toMatchObject({ kind: 'network' });
});

test('a wrong clock of the phone is corrected by the store', async () => {
  world.passMinutes(60);
  const issued = credentials();

  await putObject(issued, `${prefix}e.jpg`, photo, {});
  world.passMinutes(-60);

  expect(await world.store.get(`${prefix}e.jpg`)).not.toBeNull();
});
