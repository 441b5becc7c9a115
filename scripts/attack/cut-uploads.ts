import { randomBytes } from 'node:crypto';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import type { Attack } from './attack-type.ts';
import { newUser, upload } from './attackers.ts';
import { begin, callerOfStore, complete, note, putPart } from './store-caller.ts';

/** Milliseconds for erasing another user's photos. */
const longestErasure = 2_000;

/** Truncates all files of uploaded parts, as a full disk or a kill may do. */
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

/** One user's upload files are truncated: other users are not affected, and the user can start again. */
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
