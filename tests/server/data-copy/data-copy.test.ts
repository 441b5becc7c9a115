import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { photosPrefix } from '../../../server/accounts/user.ts';
import { zipOfUser } from '../../../server/data-copy/routes.ts';
import { eraseAccount } from '../../../server/erasure/erase-account.ts';
import { listen, signIn, type TestUser } from '../support/backend.ts';
import { finishedJob, idOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend();

async function withPics(name: string): Promise<TestUser> {
  const user = await signIn(backend, name);
  await finishedJob(user);
  return user;
}

const addressOf = async (user: TestUser) => new URL((await user.post('createDataCopy')).data.url).pathname;
const open = (path: string) => backend.app.inject(path);

test('a data copy contains all data of its user and no data of other users', async () => {
  const [ann] = await Promise.all([withPics('Ann'), withPics('Bob')]);
  const response = await open(await addressOf(ann));
  expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  const files = unzipSync(response.rawPayload);
  const names = Object.keys(files);
  expect(names.filter(name => name.startsWith('photos/'))).toEqual(['photos/photo_0.jpg']);
  expect(names.filter(name => name.startsWith('pictures/'))).toHaveLength(4);
  const data = JSON.parse(strFromU8(files['data.json']!));
  expect(data.account.nickname).toBe('Ann');
  expect(data.ledger).toHaveLength(2);
  expect(data.jobs).toHaveLength(1);
  expect(strFromU8(files['data.json']!)).not.toContain('Bob');
  for (const bytes of Object.values(files)) expect(bytes.length).toBeGreaterThan(100);
});

test('a data copy’s address expires after a day, a newer copy, a logout or the account’s deletion', async () => {
  const eve = await withPics('Eve');
  const first = await addressOf(eve);
  const second = await addressOf(eve);
  expect((await open(first)).statusCode).toBe(404);
  expect((await open(second)).statusCode).toBe(200);
  backend.clock.ahead += 25 * 60 * 60_000;
  expect((await open(second)).statusCode).toBe(404);

  const third = await addressOf(eve);
  await eve.post('logout');
  expect((await open(third)).statusCode).toBe(404);

  const again = await signIn(backend, 'Eve');
  const fourth = await addressOf(again);
  await again.post('deleteAccount');
  expect((await open(fourth)).statusCode).toBe(404);
  expect((await open('/data-copy/none.zip')).statusCode).toBe(404);
});

test('downloading a new data copy aborts the same user’s previous download', async () => {
  const ann = await signIn(backend, 'Ann Twice');
  const photo = randomBytes(15_000_000);
  await backend.services.store.put(`${photosPrefix(await idOf(ann))}large.jpg`, photo, 'image/jpeg');
  const origin = await listen(backend);
  const begin = async () => {
    const [response] = await once(get(origin + (await addressOf(ann)), { agent: false }), 'response');
    return response.on('error', () => {}) as IncomingMessage;
  };
  const [first, second] = [(await begin()).pause(), await begin()];
  const chunks: Buffer[] = [];
  for await (const chunk of second) chunks.push(chunk);
  expect(unzipSync(Buffer.concat(chunks))['photos/large.jpg']).toHaveLength(photo.length);
  first.resume();
  await vi.waitFor(() => expect(first.destroyed).toBe(true), 5_000);
  expect(first.complete).toBe(false);
});

test('a data copy made while its account is deleted is a valid ZIP without the deleted files', async () => {
  const dan = await withPics('Dan');
  const user_id = await idOf(dan);
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOfUser(backend.services, user_id)) {
    if (pieces.length === 0) await eraseAccount(backend.services, user_id, async () => {});
    pieces.push(piece);
  }
  expect(Object.keys(unzipSync(Buffer.concat(pieces)))).toEqual(['data.json']);
});

test('a data copy lists the files that were too large to include', async () => {
  const fay = await withPics('Fay');
  const user_id = await idOf(fay);
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOfUser(backend.services, user_id, 1)) pieces.push(piece);
  const files = unzipSync(Buffer.concat(pieces));
  expect(Object.keys(files)).toEqual(['data.json', 'left-out.txt']);
  expect(strFromU8(files['left-out.txt']!).split('\n')).toHaveLength(5);
});
