import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import OSS from 'ali-oss';
import { beforeAll, describe, expect, test } from 'vitest';
import { openServices } from '../../../server/services/services.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { dataOf } from '../../support/api/api.ts';
import { isLong } from '../../support/some-of.ts';
import { aPhoto } from '../support/a-photo.ts';
import { listen, openTestBackend, signIn, type TestUser } from '../support/backend.ts';
import { damages } from '../support/damage.ts';
import { folderForFile, forFile } from '../support/for-file.ts';
import { finishedJob, uploadPhotos } from '../support/jobs.ts';
import { openTestDatabase } from '../support/test-database.ts';

const appDir = await folderForFile();
await mkdir(join(appDir, 'assets'));
await writeFile(join(appDir, 'index.html'), '<!doctype html><title>tyy</title>');
await writeFile(join(appDir, 'assets', 'main-abcd1234.js'), 'a script of this release');
const backend = await forFile(openTestBackend({ APP_DIR: appDir }));
const origin = await listen(backend);
const ann = await signIn(backend, 'Ann');
let part: { key: string; uploadId: string };
let addresses: string[];

beforeAll(async () => {
  await writeFile(join(backend.services.config.dataDir, 'app-files/assets/old-abcd1234.js'), 'an old script');
  const { generate_id } = await finishedJob(ann);
  part = await beginUpload(ann);
  const [pic] = (await dataOf(ann.get('getUserPicsByGenerateId', { generate_id }))).list;
  const [photo] = (await dataOf(ann.get('getPhotos'))).list;
  addresses = [pic!.pic_url, pic!.screen_url!, pic!.list_url!, photo!.pic_url].map(
    address => origin + new URL(address).pathname + new URL(address).search,
  );
  addresses.push(`${origin}/tyy/`, `${origin}/tyy/assets/old-abcd1234.js`, `${origin}/readyz`);
  await everything();
});

async function clientOf(user: TestUser): Promise<{ client: OSS; prefix: string }> {
  const wire = await dataOf(user.get('getOssStsInfo'));
  const keys = {
    accessKeyId: wire.access_key_id,
    accessKeySecret: wire.access_key_secret,
    stsToken: wire.security_token,
    refreshSTSToken: async () => keys,
  };
  const where = { region: wire.region, bucket: wire.bucket, endpoint: origin, sldEnable: true };
  return { client: new OSS({ ...keys, ...where } as OSS.Options), prefix: wire.prefix };
}

async function beginUpload(user: TestUser): Promise<{ key: string; uploadId: string }> {
  const { client, prefix } = await clientOf(user);
  const key = `${prefix}begun.jpg`;
  const { uploadId } = await client.initMultipartUpload(key);
  await client.uploadPart(key, uploadId, 1, aPhoto as Buffer, 0, aPhoto.length);
  return { key, uploadId };
}

/** All files in the data folder except PostgreSQL's files, which have their own protection. */
async function filesOfData(): Promise<string[]> {
  const { dataDir } = backend.services.config;
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = names.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter(file => !relative(dataDir, file).startsWith('database/'));
}

/** Makes every call that reads a file, as the owner and as another user; returns the calls that failed with 5xx. */
async function everything(): Promise<string[]> {
  const failed: string[] = [];
  const note = (what: string, status: number) => {
    if (status >= 500) failed.push(`${what}: ${status}`);
  };
  for (const name of ['getUserInfo', 'getPhotos', 'getPersonalPics', 'getTemplates', 'getHomePics'])
    note(name, (await ann.get(name as 'getPhotos')).status);
  note('list', (await ann.get('getTrainAndGenerateResultList', { page_size: 5 })).status);
  for (const address of addresses) note(address, (await fetch(address)).status);
  const { data: place } = await ann.get('getOssStsInfo');
  const photo = `${place.endpoint}/${place.bucket}/${place.prefix}photo_0.jpg`;
  note('try-on', (await ann.post('previewTemplates', { photo, template_ids: [1] })).status);
  const job = { template_id: 1, resource_pics: [photo] };
  note('job', (await ann.post('goTrainAndGeneratePic', job)).status);
  const { client } = await clientOf(ann);
  const seen = await client.listParts(part.key, part.uploadId).catch((error: { status: number }) => error);
  note('list of parts', 'status' in seen ? Number(seen.status) : 200);

  const bob = await signIn(backend, 'Bob');
  await uploadPhotos(bob, 1);
  const whole = await beginUpload(bob);
  note('health', (await fetch(`${origin}/readyz`)).status);
  expect((await bob.post('deletePhoto', { id: 'photo_0.jpg' })).code).toBe(0);
  expect((await bob.post('deleteAllPics')).code).toBe(0);
  await expect(clientOf(bob).then(b => b.client.listParts(whole.key, whole.uploadId))).rejects.toMatchObject({
    code: 'NoSuchUpload',
  });
  return failed;
}

test('no call fails with a server error if any one file is damaged', async () => {
  const files = await filesOfData();
  const objects = ['photos', 'pics', 'previews', '.parts'].map(folder => `objects/${folder}`);
  const kinds = ['secret', 'app-files', ...objects];
  expect(kinds.filter(kind => !files.some(file => file.includes(`/${kind}`)))).toEqual([]);

  for (const [place, file] of files.entries()) {
    // The short form of the tests damages each file in only one way.
    const chosen = isLong ? damages : [damages[place % damages.length]!];
    for (const [name, damage] of chosen) {
      await cp(file, `${appDir}/whole`, { force: true });
      await damage(file);
      expect(await everything(), `${file} ${name}`).toEqual([]);
      await rm(file, { recursive: true, force: true });
      await cp(`${appDir}/whole`, file);
    }
  }
});

describe.each(damages)('if every file is %s', (name, damage) => {
  test('a user with damaged files can still erase a photo, all pics and the account', async () => {
    const eve = await signIn(backend, `Eve ${name}`);
    await finishedJob(eve);
    await beginUpload(eve);
    const { user_id } = await dataOf(eve.get('getUserInfo'));
    const ownFiles = async () => (await filesOfData()).filter(file => file.includes(`/${user_id}/`));
    for (const file of await ownFiles()) await damage(file);

    const { list } = await dataOf(eve.get('getPhotos'));
    expect(list.map(({ id }) => id)).toEqual(['photo_0.jpg']);
    expect((await eve.post('deletePhoto', { id: 'photo_0.jpg' })).code).toBe(0);
    expect((await dataOf(eve.get('getPhotos'))).list).toEqual([]);
    expect((await eve.post('deleteAllPics')).code).toBe(0);
    expect((await eve.post('deleteAccount')).code).toBe(0);
    expect(await ownFiles()).toEqual([]);
    expect(await backend.services.db.query.selectFrom('erasures').selectAll().execute()).toEqual([]);
  });

  test('a server with damaged files starts unless its secret is damaged', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tyy-damaged-'));
    for (const folder of ['objects', 'app-files', 'secret']) {
      await cp(join(backend.services.config.dataDir, folder), join(dataDir, folder), { recursive: true });
    }
    const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
    for (const entry of names) {
      if (entry.isFile() && entry.name !== 'secret') await damage(join(entry.parentPath, entry.name));
    }
    // An embedded database in this folder has its own protection, so it is opened after the damage.
    const database = await openTestDatabase(dataDir);
    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      APP_DIR: appDir,
      LOG_LEVEL: 'silent',
    });
    const start = () => openServices(config, { generator: backend.generator });
    const services = await start();
    await services.endpoints!.sweep();
    await services.close();

    await damage(join(dataDir, 'secret'));
    await expect(start()).rejects.toThrow(/secret.*damaged/s);
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
});
