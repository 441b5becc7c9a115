import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { photosPrefix } from '../accounts/user.ts';
import type { DbAndClock } from '../db/database.ts';
import { noteOwnChange } from '../db/note-audit.ts';
import { notFound } from '../http/api-error.ts';
import { callerOf } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import {
  isObjectKey,
  type ListedObject,
  type ObjectStore,
  type PictureStorage,
} from '../store/object-store.ts';
import { type ErasureParts, eraseAccount, eraseAllPics, erasePhoto } from './erase-account.ts';

export async function erasureRoutes(app: FastifyInstance, parts: ErasureParts): Promise<void> {
  serveCall(app, 'deleteAllPics', async request => {
    await eraseAllPics(parts, callerOf(request));
    return null;
  });

  serveCall(app, 'deleteAccount', async request => {
    const userId = callerOf(request);
    await eraseAccount(parts, userId, tx =>
      noteOwnChange(tx, userId, {
        time: new Date(parts.clock()),
        action: 'account delete',
        before: {},
        after: { deleted: true },
      }),
    );
    return null;
  });
}

interface PhotoParts extends DbAndClock {
  store: ObjectStore;
  storage: PictureStorage;
  config: { photoDays: number };
}

/** Maximum number of photos in a list, because each photo's size takes a request. Users upload fewer in a year. */
const mostListed = 100;
/** Concurrency limits. Each lookup opens a file or a connection to the bucket; each listing keeps a folder open. */
const looking = pLimit(8);
const listing = pLimit(4);
const daySeconds = 24 * 60 * 60;

export async function photoRoutes(app: FastifyInstance, parts: PhotoParts): Promise<void> {
  const { clock, store, storage, config } = parts;

  serveCall(app, 'getPhotos', async request => {
    const prefix = photosPrefix(callerOf(request));
    const found = await listing(() => photosBelow(store, prefix));
    const latest = found.sort((a, b) => b.time - a.time).slice(0, mostListed);
    const list = await Promise.all(
      latest.map(async ({ key, time }) => {
        const head = await looking(() => store.head(key));
        const uploaded = Math.floor(time / 1000);
        return {
          id: key.slice(prefix.length),
          pic_url: storage.addressOf(key, originOf(request)),
          size: head?.size ?? 0,
          upload_time: uploaded,
          erase_time: uploaded + config.photoDays * daySeconds,
          isThere: head !== null,
        };
      }),
    );
    return { list: list.flatMap(({ isThere, ...photo }) => (isThere ? [photo] : [])) };
  });

  serveCall(app, 'deletePhoto', async request => {
    const userId = callerOf(request);
    const { id } = request.body;
    const key = photosPrefix(userId) + id;
    const head = isObjectKey(key) ? await store.head(key) : null;
    if (!head) throw notFound();
    await erasePhoto(parts, userId, key);
    return { id, size: head.size, erase_time: Math.floor(clock() / 1000) };
  });
}

async function photosBelow(store: ObjectStore, prefix: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const photo of store.list(prefix)) found.push(photo);
  return found;
}
