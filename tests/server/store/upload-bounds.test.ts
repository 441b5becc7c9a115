import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { countUpload } from '../../../server/store/oss/count-upload.ts';
import { MultipartUploads } from '../../../server/store/oss/multipart-uploads.ts';
import { ownerOf, uploadLimits } from '../../../server/store/oss/upload-limits.ts';
import { type OssWorld, openOssWorld, openRows, type Rows } from './oss-world.ts';

const prefix = 'photos/7/';
const key = `${prefix}portrait_a1.jpg`;
const photo = Buffer.from('123456789');
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

let rows: Rows;
let world: OssWorld;
beforeAll(async () => {
  rows = await openRows();
});
afterAll(() => rows.close());
beforeEach(async () => {
  world = await openOssWorld(rows);
});
afterEach(() => world.close());

/** Another process on the same database and folder. */
function another(): MultipartUploads {
  return new MultipartUploads({
    folder: join(world.folder, 'objects', '.parts'),
    db: world.db,
    clock: Date.now,
    maxBytes: 400_000,
    onProblem: () => {},
  });
}

/** The files of parts that lie on the disk, and their bytes. */
async function filesOfParts(): Promise<number[]> {
  const folder = join(world.folder, 'objects', '.parts');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(names.map(name => stat(join(folder, name))));
  return found.filter(file => file.isFile()).map(({ size }) => size);
}

test('a user has a limited number of unfinished uploads across all processes; the least recently used is dropped', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId: used } = await client.initMultipartUpload(key);
  const { uploadId: unused } = await client.initMultipartUpload(key);
  await client.uploadPart(key, unused, 1, photo, 0, photo.length);
  await client.uploadPart(key, used, 1, photo, 0, photo.length);
  await Promise.all(
    times(uploadLimits.begun - 1).map(() => another().initiate(prefix, { key, type: 'image/jpeg' })),
  );

  expect((await client.listParts(key, used)).parts).toMatchObject({ PartNumber: '1' });
  await expect(client.listParts(key, unused)).rejects.toMatchObject({ code: 'NoSuchUpload' });
  expect(await filesOfParts()).toHaveLength(1);
  const begun = await world.db.query.selectFrom('begun_uploads').select('upload_id').execute();
  expect(begun).toHaveLength(uploadLimits.begun);
});

test("a user's begun uploads take nothing away from another's", async () => {
  const other = world.client(world.issue('photos/8/'));
  const { uploadId } = await other.initMultipartUpload('photos/8/a.jpg');
  for (const index of times(2 * uploadLimits.begun)) {
    await world.uploads.initiate(prefix, { key: `${prefix}${index}.jpg`, type: 'image/jpeg' });
  }
  await world.store.deletePrefix(prefix);

  await other.uploadPart('photos/8/a.jpg', uploadId, 1, photo, 0, photo.length);
});

test('parts that come at the same time have the limit of one object together', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  const bytes = Buffer.alloc(300_000);
  const came = await Promise.allSettled(
    times(5).map(index => client.uploadPart(key, uploadId, index + 1, bytes, 0, bytes.length)),
  );

  expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of came) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'EntityTooLarge' });
  }
  expect(await filesOfParts()).toHaveLength(1);
});

test('an upload has so many parts, and numbers are written as numbers', async () => {
  const client = world.client(world.issue(prefix));
  const { uploadId } = await client.initMultipartUpload(key);
  await world.db.query
    .insertInto('upload_parts')
    .values(
      times(uploadLimits.parts).map(index => ({
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

  await expect(put(uploadLimits.parts + 1)).rejects.toMatchObject({ status: 400, code: 'InvalidArgument' });
  await put(1);
  for (const odd of ['1e2', '0x1', '1.0', '01', '-1', '0', '10001']) {
    await expect(put(odd)).rejects.toMatchObject({ status: 400, code: 'InvalidArgument' });
  }
});

test('what a user uploads a day is counted before it comes, in all processes together, and outlives a restart', async () => {
  const uploader = { owner: ownerOf(prefix), now: Date.now() };
  const half = { files: 1, bytes: uploadLimits.bytesADay / 2 };
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

test('bytes that were announced and did not come are given back', async () => {
  const client = world.client(world.issue(prefix));
  const tooMuch = client.put(key, Buffer.alloc(300_000), {
    headers: { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' },
  });
  await expect(tooMuch).rejects.toMatchObject({ code: 'InvalidDigest' });
  await client.putStream(key, (await import('node:stream')).Readable.from([photo]));

  const [counted] = await world.db.query.selectFrom('upload_counts').selectAll().execute();
  expect(counted).toMatchObject({ files: 2, bytes: 300_000 + photo.length });
});

test('a user keeps so many photos, none in a folder below', async () => {
  await Promise.all(
    times(uploadLimits.kept).map(index => world.store.put(`${prefix}${index}.jpg`, photo, '')),
  );
  const client = world.client(world.issue(prefix));

  await expect(client.put(key, photo)).rejects.toMatchObject({ status: 403, code: 'QuotaExceeded' });
  await expect(client.initMultipartUpload(key)).rejects.toMatchObject({ code: 'QuotaExceeded' });
  await expect(client.put(`${prefix}a/b.jpg`, photo)).rejects.toMatchObject({ code: 'InvalidObjectName' });
  await world.store.delete(`${prefix}0.jpg`);
  await client.put(key, photo);
});

test('one user makes so many requests at once and a minute', async () => {
  const client = world.client(world.issue(prefix));
  const results = await Promise.allSettled(
    times(3 * uploadLimits.atOnce).map(index => client.put(`${prefix}${index}.jpg`, Buffer.alloc(400_000))),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ code: 'QpsLimitExceeded' });

  const { uploadId } = await client.initMultipartUpload(key);
  let last: unknown;
  for (let count = 0; count < uploadLimits.aMinute && !last; count += 1) {
    await client.listParts(key, uploadId).catch((error: unknown) => {
      last = error;
    });
  }
  expect(last).toMatchObject({ status: 503, code: 'QpsLimitExceeded' });
  await world.client(world.issue('photos/8/')).put('photos/8/a.jpg', photo);
});

test('an upload begun a day ago is gone, with its files and counts', async () => {
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
