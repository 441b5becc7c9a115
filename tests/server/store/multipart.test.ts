import { describe, expect, test } from 'vitest';
import { bucket, type OssWorld, ossWorlds } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}自拍_a1.jpg`;
const partSize = 100 * 1024;
const photo = Buffer.from(Array.from({ length: 250_000 }, (_, index) => index % 251));
const parts = [
  photo.subarray(0, partSize),
  photo.subarray(partSize, 2 * partSize),
  photo.subarray(2 * partSize),
];

const world = ossWorlds();
async function uploadParts(client: ReturnType<OssWorld['client']>, uploadId: string, numbers: number[]) {
  const done = [];
  for (const number of numbers) {
    const content = parts[number - 1]!;
    const { etag } = await client.uploadPart(key, uploadId, number, content, 0, content.length);
    done.push({ number, etag });
  }
  return done;
}

describe.each([
  { version: 'V4', authorizationV4: true },
  { version: 'V1', authorizationV4: false },
])('the official client signing with $version', ({ authorizationV4 }) => {
  const open = () => world.client(world.issue(prefix), { authorizationV4 });

  test('uploads in parts, and other credentials go on where the first ended', async () => {
    const { uploadId } = await open().initMultipartUpload(key, { mime: 'image/jpeg' });
    const first = await uploadParts(open(), uploadId, [2, 1]);
    const listed = await open().listParts(key, uploadId);
    expect(listed.parts).toMatchObject([
      { PartNumber: '1', Size: String(partSize) },
      { PartNumber: '2', Size: String(partSize) },
    ]);

    const last = await uploadParts(open(), uploadId, [3]);
    const { etag } = await open().completeMultipartUpload(key, uploadId, [...first, ...last]);
    expect(etag).toMatch(/^"[0-9A-F]{32}-3"$/);
    const stored = await world.store.get(key);
    expect(stored).toMatchObject({ type: 'image/jpeg', etag });
    // The matcher would take seconds for so many bytes.
    expect(photo.equals(stored!.bytes)).toBe(true);
    await expect(open().listParts(key, uploadId)).rejects.toMatchObject({ code: 'NoSuchUpload' });
  });

  test('takes an upload back', async () => {
    const { uploadId } = await open().initMultipartUpload(key);
    const done = await uploadParts(open(), uploadId, [1]);
    await open().abortMultipartUpload(key, uploadId);
    await expect(open().completeMultipartUpload(key, uploadId, done)).rejects.toMatchObject({
      code: 'NoSuchUpload',
    });
    expect(await world.store.get(key)).toBeNull();
  });
});

test('a part that never came, or another one than that which came, completes nothing', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  const [first] = await uploadParts(client, uploadId, [1]);
  const missing = client.completeMultipartUpload(key, uploadId, [first!, { number: 2, etag: first!.etag }]);
  await expect(missing).rejects.toMatchObject({ code: 'InvalidPart' });
  const other = client.completeMultipartUpload(key, uploadId, [{ number: 1, etag: `"${'0'.repeat(32)}"` }]);
  await expect(other).rejects.toMatchObject({ code: 'InvalidPart' });
  expect(await world.store.get(key)).toBeNull();
});

test('all parts together have the limit of one object', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  await client.uploadPart(key, uploadId, 1, Buffer.alloc(300_000), 0, 300_000);
  const tooMuch = client.uploadPart(key, uploadId, 2, Buffer.alloc(100_001), 0, 100_001);
  await expect(tooMuch).rejects.toMatchObject({ status: 400, code: 'EntityTooLarge' });
  // Uploading a part again replaces it.
  await client.uploadPart(key, uploadId, 1, Buffer.alloc(400_000), 0, 400_000);
});

test('an upload is the own one, of this object, and begun here', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  const other = world.client(world.issue('photos/8/'));
  const bytes = Buffer.alloc(10);
  await expect(other.uploadPart(key, uploadId, 1, bytes, 0, 10)).rejects.toMatchObject({ status: 403 });
  const elsewhere = other.uploadPart('photos/8/b.jpg', uploadId, 1, bytes, 0, 10);
  await expect(elsewhere).rejects.toMatchObject({ status: 404, code: 'NoSuchUpload' });
  const climbing = client.uploadPart(key, '../../x', 1, bytes, 0, 10);
  await expect(climbing).rejects.toMatchObject({ status: 404, code: 'NoSuchUpload' });
});

test('what is deleted takes its unfinished uploads along', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  await world.store.deletePrefix(prefix);
  await expect(client.listParts(key, uploadId)).rejects.toMatchObject({ code: 'NoSuchUpload' });
});

test('credentials end with their session, also in the middle of an upload', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  const done = await uploadParts(client, uploadId, [1]);
  world.endSession();
  await expect(client.completeMultipartUpload(key, uploadId, done)).rejects.toMatchObject({
    code: 'InvalidSecurityToken',
  });
  await expect(client.put(key, photo)).rejects.toMatchObject({ status: 403, code: 'InvalidSecurityToken' });
  expect(await world.store.get(key)).toBeNull();
});

test('an upload whose bytes stop coming leaves nothing behind', async () => {
  const client = world.client(world.issue(prefix));
  const { headers } = await signedPut(client);
  const abort = new AbortController();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1000));
      setTimeout(() => abort.abort(), 50);
    },
  });
  const request = fetch(`${world.origin}/${bucket}/${encodeURI(key)}`, {
    method: 'PUT',
    headers,
    body,
    signal: abort.signal,
    duplex: 'half',
  } as RequestInit);
  await expect(request).rejects.toThrow();
  expect(await world.store.get(key)).toBeNull();
});

/** The headers of a signed upload that is not sent. */
async function signedPut(
  client: ReturnType<OssWorld['client']>,
): Promise<{ headers: Record<string, string> }> {
  return new Promise(resolve => {
    Object.assign(client, {
      urllib: {
        request: async (_address: string, { headers }: { headers: Record<string, string> }) => {
          const { 'Content-Length': _length, ...rest } = headers;
          resolve({ headers: rest });
          return { status: 200, headers: {}, data: '', res: { status: 200, headers: {} } };
        },
      },
    });
    void client.put(key, Buffer.alloc(0), { mime: 'image/jpeg' });
  });
}
