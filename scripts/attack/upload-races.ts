import { createHash, randomBytes } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../tests/server/support/wait-for.ts';
import { upload } from '../../tests/support/api/a-job.ts';
import { ApiUser, dataOf, overHttp } from '../../tests/support/api/api.ts';
import { type Attack, atOnce, newUser, requireAtMost, type Tally, times, within } from './attackers.ts';
import { type BegunUpload, StoreCaller } from './store-caller.ts';

/** Attacks that replace, abort or repeat an upload while the server processes it. */
export const uploadRaces: Attack[] = [
  {
    name: 'parts replaced during completion',
    async *run({ origin, isShort, tally }) {
      const attacker = await newUser(origin);
      const store = await StoreCaller.of(attacker);
      const parts = times(8).map(() => randomBytes(megabyte));
      const other = randomBytes(megabyte);
      yield;
      let completed = 0;
      for (const round of times(isShort ? 5 : 20)) {
        const begun = await store.beginWith(`swapped-${round}.jpg`, parts);
        const joining = tally.read(store.complete(begun));
        await atOnce(4, async () => {
          await pause(round);
          await tally.read(store.putPart(begun.name, begun.id, 8, other));
        });
        if ((await joining) === 200) completed += 1;
        await requireSame(attacker, begun.name, etagOf(parts), Buffer.concat(parts));
      }
      if (completed === 0) throw new Error('no upload was completed');
    },
  },
  {
    name: 'uploads aborted during completion',
    async *run({ origin, isShort, tally }) {
      const store = await StoreCaller.of(await newUser(origin));
      const bytes = randomBytes(2 * megabyte);
      yield;
      for (const round of times(isShort ? 5 : 20)) {
        const name = `race-${round}.jpg`;
        const begun = await store.beginWith(name, [bytes]);
        await Promise.all([tally.read(store.complete(begun)), tally.read(store.abort(begun))]);

        const another = await store.beginWith(name, []);
        await Promise.all([
          tally.read(store.putPart(name, another.id, 1, bytes)),
          pause(round).then(() => tally.read(store.abort(another))),
        ]);
      }
      await sendOddValues(store, tally);
    },
  },
  {
    name: 'uploads started at two nodes',
    async *run({ origin, startAnother, tally }) {
      const user = await newUser(origin);
      const other = await startAnother();
      const atOther = new ApiUser(overHttp(other.origin), user.token);
      const stores = [await StoreCaller.of(user), await StoreCaller.of(atOther)];
      yield;
      const names = times(3 * mostBegun).map(index => `two-${index}.jpg`);
      const ids = await Promise.all(names.map((name, index) => stores[index % 2]!.begin(name)));
      await atOnce(names.length, index =>
        tally.read(stores[0]!.send('GET', names[index]!, { uploadId: ids[index] ?? 'none' })),
      );
      await other.kill();
      requireAtMost(mostBegun, tally.of('200'), 'uploads of one user are begun');
      if (tally.of('200') === 0) throw new Error('no upload was begun');
    },
  },
  /** Callers hang up during completion. The uploads must stay usable, and no part files may remain. */
  {
    name: 'completions whose callers hung up',
    moreMemory: 100,
    async *run({ origin, dataDir, isShort, tally }) {
      const attacker = await newUser(origin);
      const store = await StoreCaller.of(attacker);
      // Other attacks' uploads are still stored.
      const before = new Set(await filesOfUploads(dataDir));
      const parts = times(4).map(() => randomBytes(2 * megabyte));
      const rounds = times(isShort ? 5 : mostBegun - 1);
      const begun: BegunUpload[] = [];
      for (const round of rounds) begun.push(await store.beginWith(`hung-up-${round}.jpg`, parts));
      yield;
      await atOnce(begun.length, round =>
        store
          .complete(begun[round]!, AbortSignal.timeout(5 + 5 * round))
          .then(response => response.arrayBuffer())
          .catch(() => undefined),
      );
      await waitFor('all uploads to be completed', async () => {
        const { list } = await dataOf(attacker.get('getPhotos'));
        const missing = begun.filter(({ name }) => list.every(({ id }) => id !== name));
        for (const each of missing) await tally.read(store.complete(each));
        await pause(100);
        return missing.length === 0;
      });
      // Wait, because the server deletes the part files shortly after the object appears.
      await waitFor('the files of completions to go', async () =>
        (await filesOfUploads(dataDir)).every(path => before.has(path)),
      );
      await dataOf(attacker.post('deleteAccount'));
    },
  },
  /** Truncates part files, as a full disk or a killed process would. The user can upload again. */
  {
    name: 'interrupted uploads',
    async *run({ origin, dataDir, tally }) {
      const [attacker, other] = [await newUser(origin), await newUser(origin)];
      const store = await StoreCaller.of(attacker);
      await upload(other, 'mine.jpg', randomBytes(1000));
      const bytes = randomBytes(200_000);
      const begun = await store.beginWith('cut.jpg', [bytes]);
      yield;
      const files = await filesOfUploads(dataDir, ['.parts']);
      if (files.length === 0) throw new Error('nothing was cut short');
      await Promise.all(files.map(file => truncate(file)));
      await within(2_000, "erasing another user's photos", async () => {
        await dataOf(other.post('deletePhoto', { id: 'mine.jpg' }));
        await dataOf(other.post('deleteAllPics'));
        await dataOf(other.post('deleteAccount'));
      });
      const status = await tally.read(store.complete(begun));
      if (status !== 404) throw new Error(`an upload that was cut short was completed with ${status}`);
      await upload(attacker, begun.name, bytes);
      await dataOf(attacker.post('deleteAccount'));
    },
  },
];

/** Maximum number of unfinished multipart uploads per user, in all processes together. */
const mostBegun = 10;

const megabyte = 1024 * 1024;

function etagOf(parts: Uint8Array[]): string {
  const digests = parts.map(part => createHash('md5').update(part).digest());
  return `"${createHash('md5').update(Buffer.concat(digests)).digest('hex').toUpperCase()}-${parts.length}"`;
}

/** Throws unless the stored photo has this ETag and these bytes. */
async function requireSame(user: ApiUser, name: string, etag: string, bytes: Buffer): Promise<void> {
  const { list } = await dataOf(user.get('getPhotos'));
  const photo = list.find(({ id }) => id === name);
  if (!photo) return;
  const response = await fetch(photo.pic_url);
  const given = Buffer.from(await response.arrayBuffer());
  if (response.headers.get('etag') === etag && !given.equals(bytes)) {
    throw new Error('a photo has other bytes than its ETag says');
  }
}

async function sendOddValues(store: StoreCaller, tally: Tally): Promise<void> {
  const headers = { 'content-type': `image/${'x'.repeat(900)}` };
  await tally.read(store.send('PUT', 'odd.jpg', {}, { headers, body: 'x' }));
  await tally.read(store.send('POST', 'odd.jpg', { uploads: '' }, { headers }));
  const id = (await store.begin('odd.jpg'))!;
  for (const number of ['1e3', '0x10', '1.0', '01', '-1', '0', '10001', '']) {
    const status = await tally.read(store.putPart('odd.jpg', id, number, 'x'));
    if (status === 200) throw new Error(`partNumber=${number} was taken for a number`);
  }
}

async function filesOfUploads(dataDir: string, names = ['.incoming', '.parts']): Promise<string[]> {
  const found = await Promise.all(names.map(name => entriesBelow(join(dataDir, 'objects', name))));
  const files = found.flat().filter(entry => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name));
}

/** All files and folders below a folder, which may be missing. Starts again if one is deleted during the reading. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  if (!existsSync(folder)) return [];
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return entriesBelow(folder);
  }
}
