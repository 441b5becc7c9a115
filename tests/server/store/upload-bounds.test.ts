import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { signed } from '../../../scripts/attack/store-caller.ts';
import { bounds } from '../../../server/http/limits/limiters.ts';
import { MultipartUploads } from '../../../server/store/oss/multipart-uploads.ts';
import { countUpload, ownerOf, uploadLimits } from '../../../server/store/oss/upload-limits.ts';
import { waitFor } from '../support/wait-for.ts';
import { bucket, ossWorlds } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}portrait_a1.jpg`;
const photo = Buffer.from('123456789');
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const world = ossWorlds();

/** Another process with the same database and folder. */
function another(): MultipartUploads {
  return new MultipartUploads({
    folder: join(world.folder, 'objects', '.parts'),
    db: world.db,
    clock: Date.now,
    maxBytes: 400_000,
    onProblem: () => {},
  });
}

async function filesOfParts(): Promise<number[]> {
  const folder = join(world.folder, 'objects', '.parts');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(names.map(name => stat(join(folder, name))));
  return found.filter(file => file.isFile()).map(({ size }) => size);
}

test('if a user has too many unfinished uploads in all processes, the least recently used is removed', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId: used } = await client.initMultipartUpload(key);
  const { uploadId: unused } = await client.initMultipartUpload(key);
  await client.uploadPart(key, unused, 1, photo, 0, photo.length);
  await client.uploadPart(key, used, 1, photo, 0, photo.length);
  await Promise.all(
    times(bounds.begunUploads.ofOne - 1).map(() => another().initiate(prefix, { key, type: 'image/jpeg' })),
  );

  expect((await client.listParts(key, used)).parts).toMatchObject({ PartNumber: '1' });
  await expect(client.listParts(key, unused)).rejects.toMatchObject({ code: 'NoSuchUpload' });
  expect(await filesOfParts()).toHaveLength(1);
  const begun = await world.db.query.selectFrom('begun_uploads').select('upload_id').execute();
  expect(begun).toHaveLength(bounds.begunUploads.ofOne);
});

test('a user’s unfinished uploads never remove those of another user', async () => {
  const other = world.client(world.issue('photos/8/'));
  const { uploadId } = await other.initMultipartUpload('photos/8/a.jpg');
  for (const index of times(2 * bounds.begunUploads.ofOne)) {
    await world.uploads.initiate(prefix, { key: `${prefix}${index}.jpg`, type: 'image/jpeg' });
  }
  await world.store.deletePrefix(prefix);

  await other.uploadPart('photos/8/a.jpg', uploadId, 1, photo, 0, photo.length);
});

test('the number of parts is limited, and a part number must be an integer', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  await world.db.query
    .insertInto('upload_parts')
    .values(
      times(bounds.uploadParts.ofOne).map(index => ({
        upload_id: uploadId,
        number: index + 1,
        file: `${index}`,
        size: 0,
        etag: '"0"',
      })),
    )
    .execute();
  const put = (number: number | string) =>
    client.uploadPart(key, uploadId, number as number, photo, 0, photo.length);

  await expect(put(bounds.uploadParts.ofOne + 1)).rejects.toMatchObject({
    status: 400,
    code: 'InvalidArgument',
  });
  await put(1);
  for (const odd of ['1e2', '0x1', '1.0', '01', '-1', '0', '10001']) {
    await expect(put(odd)).rejects.toMatchObject({ status: 400, code: 'InvalidArgument' });
  }
});

test('a user’s uploaded bytes per day are limited over all processes', async () => {
  const uploader = { owner: ownerOf(prefix), now: Date.now() };
  const half = { files: 1, bytes: bounds.uploadedBytes.ofOne / 2 };
  await Promise.all([
    countUpload(world.db.query, uploader, half),
    countUpload(world.db.query, uploader, half),
  ]);
  const client = world.client(world.issue(prefix));

  await expect(client.put(key, photo)).rejects.toMatchObject({ status: 403, code: 'QuotaExceeded' });
  await world.client(world.issue('photos/8/')).put('photos/8/a.jpg', photo);
  await countUpload(world.db.query, { ...uploader, now: Date.now() - 48 * 3600_000 }, { files: 0, bytes: 0 });
  await client.put(key, photo);
});

test('only stored bytes count towards the daily limit', async () => {
  const client = world.client(world.issue(prefix));
  const tooMuch = client.put(key, Buffer.alloc(300_000), {
    headers: { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' },
  });
  await expect(tooMuch).rejects.toMatchObject({ code: 'InvalidDigest' });
  await client.putStream(key, Readable.from([photo]));

  const [counted] = await world.db.query.selectFrom('upload_counts').selectAll().execute();
  expect(counted).toMatchObject({ files: 2, bytes: 300_000 + photo.length });
});

test('the number of a user’s photos is limited, and photos in subfolders are refused', async () => {
  await Promise.all(
    times(bounds.storedPhotos.ofOne).map(index => world.store.put(`${prefix}${index}.jpg`, photo, '')),
  );
  const client = world.client(world.issue(prefix));

  await expect(client.put(key, photo)).rejects.toMatchObject({ status: 403, code: 'QuotaExceeded' });
  await expect(client.initMultipartUpload(key)).rejects.toMatchObject({ code: 'QuotaExceeded' });
  await expect(client.put(`${prefix}a/b.jpg`, photo)).rejects.toMatchObject({ code: 'InvalidObjectName' });
  await world.store.delete(`${prefix}0.jpg`);
  await client.put(key, photo);
});

test('a user’s requests are limited both concurrently and per minute', async () => {
  const client = world.client(world.issue(prefix));
  const results = await Promise.allSettled(
    times(3 * bounds.uploads.ofOne).map(index => client.put(`${prefix}${index}.jpg`, Buffer.alloc(400_000))),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ code: 'QpsLimitExceeded' });

  const { uploadId } = await client.initMultipartUpload(key);
  let last: unknown;
  for (let count = 0; count < bounds.uploadCalls.ofOne && !last; count += 1) {
    await client.listParts(key, uploadId).catch((error: unknown) => {
      last = error;
    });
  }
  expect(last).toMatchObject({ status: 503, code: 'QpsLimitExceeded' });
  await world.client(world.issue('photos/8/')).put('photos/8/a.jpg', photo);
});

test('an upload started a day ago is removed with its files', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  await client.uploadPart(key, uploadId, 1, photo, 0, photo.length);
  world.passMinutes(25 * 60 + 1);
  const later = world.client(world.issue(prefix), { amendTimeSkewed: true });

  await expect(later.listParts(key, uploadId)).rejects.toMatchObject({ code: expect.any(String) });
  await world.uploads.sweep();
  expect(await filesOfParts()).toEqual([]);
  expect(await world.db.query.selectFrom('begun_uploads').selectAll().execute()).toEqual([]);
  expect(await world.db.query.selectFrom('upload_parts').selectAll().execute()).toEqual([]);
});

const prefixOf = (user: number) => `photos/${user}/`;

afterEach(() => void vi.useRealTimers());

/** Starts an upload of `length` bytes but sends only `body`; returns the connection. */
async function send(user: number, length: number, body: string): Promise<Socket> {
  const prefix = prefixOf(user);
  const method = 'PUT';
  const { path, headers } = signed({ ...world.issue(prefix), bucket, prefix }, { method, name: 'a.jpg' });
  const { host, hostname, port } = new URL(world.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  const all = { host, 'content-length': length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return socket;
}

/** The number of counted uploads; each upload is counted before its body is read. */
async function counted(): Promise<number> {
  const all = await world.db.query.selectFrom('upload_counts').select('files').execute();
  return all.reduce((sum, { files }) => sum + files, 0);
}

test('the connection is closed for an extremely slow body but not for a moderately slow body', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const length = 100_000;
  const crawling = await send(7, length, 'x');
  const slow = await send(7, length, 'x'.repeat(50_000));
  await vi.waitUntil(async () => (await counted()) === 2);
  vi.advanceTimersByTime(uploadLimits.grace + 2_000);
  await once(crawling, 'close');
  expect(slow.destroyed).toBe(false);
  slow.write('x'.repeat(50_000));
  const [response] = await once(slow, 'data');
  expect(String(response)).toMatch(/^HTTP\/1.1 200/);
});

test('if all places are taken, a new user’s upload replaces one; a user with a full share gets 503', async () => {
  const users = bounds.uploads.inAll / bounds.uploads.ofOne;
  const sockets: Socket[] = [];
  for (let index = 0; index < bounds.uploads.inAll; index += 1) {
    sockets.push(await send(index % users, 1000, 'x'));
  }
  await waitFor('all of them', async () => (await counted()) === bounds.uploads.inAll);
  const photo = Buffer.from('a photo');
  await world.client(world.issue(prefixOf(users))).put(`${prefixOf(users)}a.jpg`, photo);
  expect(sockets.filter(socket => socket.destroyed)).toHaveLength(1);
  const again = world.client(world.issue(prefixOf(users - 1)));
  await expect(again.put(`${prefixOf(users - 1)}a.jpg`, photo)).rejects.toMatchObject({ status: 503 });
  for (const socket of sockets) socket.destroy();
});
