import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { photosPrefix, picsPrefix } from '../accounts/user.ts';
import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { describeUser } from './describe-user.ts';

/** Bytes of pictures in one ZIP, which without its extension for more may hold 4 GB. */
const mostBytes = 3_000_000_000;

/** Bytes of one piece: how fast it is read is known once a whole piece was. */
const pieceLength = 65_536;

/**
 * A ZIP of all that is stored of a user, piece by piece: the rows as JSON, photos and pictures as they are. One file is read
 * at a time, and nothing is written anywhere. What is deleted meanwhile is left out.
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
  async function* add(name: string, bytes: AsyncIterable<Uint8Array> | Uint8Array[]) {
    const file = new ZipPassThrough(name);
    zip.add(file);
    try {
      for await (const piece of bytes) {
        for (let from = 0; from < piece.length; from += pieceLength) {
          file.push(piece.subarray(from, from + pieceLength));
          yield* taken();
        }
      }
    } catch {
      // The disk cannot read the rest of it.
      leftOut.push(name);
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  function taken(): Uint8Array[] {
    const made = pieces;
    pieces = [];
    return made;
  }

  const leftOut: string[] = [];
  const rows = await describeUser(db.query, userId);
  yield* add('data.json', [strToU8(JSON.stringify(rows, null, 2))]);
  let room = most;
  for await (const { name, key } of filesOf({ db, store }, userId)) {
    const object = await store.read(key);
    if (!object) continue;
    room -= object.size;
    if (room >= 0) yield* add(name, object.bytes);
    else leftOut.push(name);
    object.bytes.destroy();
  }
  if (leftOut.length > 0) yield* add('left-out.txt', [strToU8(leftOut.join('\n'))]);
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
