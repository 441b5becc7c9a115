import { randomBytes } from 'node:crypto';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiUser, dataOf } from '../../tests/support/api.ts';
import type { Attack } from './attack-type.ts';
import { newUser, upload } from './attackers.ts';
import { begin, callerOfStore, complete, note, putPart } from './store-caller.ts';

/** Milliseconds in which somebody's photos must be erased. */
const longestErasure = 2_000;

/** What a full disk or a kill leaves of an upload: every file of its parts without a byte. */
async function cutShort(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  await Promise.all(files.map(file => truncate(file)));
  return files.length;
}

async function eraseAll(user: ApiUser): Promise<void> {
  const began = performance.now();
  await dataOf(user.post('deletePhoto', { id: 'mine.jpg' }));
  await dataOf(user.post('deleteAllPics'));
  await dataOf(user.post('deleteAccount'));
  const took = Math.round(performance.now() - began);
  if (took > longestErasure) throw new Error(`another user's photos took ${took} ms to erase`);
}

/** The files of one user's uploads are cut short: nobody else feels it, and they can begin anew. */
export const cutUploads: Attack = {
  name: 'uploads that were cut short',
  async prepare({ origin, dataDir, tally }) {
    const [attacker, other] = [await newUser(origin), await newUser(origin)];
    const send = await callerOfStore(attacker);
    await upload(other, 'mine.jpg', randomBytes(1000));
    const bytes = randomBytes(200_000);
    const id = (await begin(send, 'cut.jpg'))!;
    const etag = (await putPart(send, 'cut.jpg', { id, number: 1, bytes }))!;
    return async () => {
      if ((await cutShort(join(dataDir, 'objects', '.parts'))) === 0)
        throw new Error('nothing was cut short');
      await eraseAll(other);
      const status = await note(tally, complete(send, 'cut.jpg', id, [etag]));
      if (status !== 404) throw new Error(`an upload that was cut short was completed with ${status}`);
      if (!(await upload(attacker, 'cut.jpg', bytes))) throw new Error('it cannot be begun anew');
      await dataOf(attacker.post('deleteAccount'));
    };
  },
};
