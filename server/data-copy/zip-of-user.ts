import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { photosPrefix, picsPrefix } from '../accounts/user.ts';
import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { describeUser } from './describe-user.ts';

/** Bytes of pictures in one ZIP, which without its extension for more may hold 4 GB. */
const mostBytes = 3_000_000_000;

/**
 * A ZIP of all that is stored of a user, piece by piece: the rows as JSON, photos and pictures as they are. One file is in
 * memory at a time, and nothing is written anywhere. What is deleted meanwhile is left out.
 */
export async function* zipOfUser(
  { db, store }: { db: Database; store: ObjectStore },
  userId: string,
  most = mostBytes,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const add = (name: string, bytes: Uint8Array) => {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
    const added = pieces;
    pieces = [];
    return added;
  };

  const rows = await describeUser(db.query, userId);
  yield* add('data.json', strToU8(JSON.stringify(rows, null, 2)));
  let room = most;
  const leftOut: string[] = [];
  for await (const { name, key } of filesOf({ db, store }, userId)) {
    const object = await store.get(key);
    if (!object) continue;
    room -= object.bytes.length;
    if (room < 0) leftOut.push(name);
    else yield* add(name, object.bytes);
  }
  if (leftOut.length > 0) yield* add('left-out.txt', strToU8(leftOut.join('\n')));
  zip.end();
  yield* pieces;
}

async function* filesOf(
  { db, store }: { db: Database; store: ObjectStore },
  userId: string,
): AsyncGenerator<{ name: string; key: string }> {
  const photos = photosPrefix(userId);
  for await (const { key } of store.list(photos)) yield { name: `photos/${key.slice(photos.length)}`, key };
  const pics = await db.query.selectFrom('pics').select('key').where('user_id', '=', userId).execute();
  for (const { key } of pics) yield { name: `pictures/${key.slice(picsPrefix(userId).length)}`, key };
}
