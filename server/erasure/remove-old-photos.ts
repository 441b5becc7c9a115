import type { FastifyBaseLogger } from 'fastify';
import type { EraseParts } from '../store/erasures.ts';
import { erasePhoto } from './erase-photo.ts';

const photosFolder = 'photos/';
const day = 24 * 60 * 60 * 1000;

interface OldPhotosParts extends EraseParts {
  clock: () => number;
  log: FastifyBaseLogger;
}

/** Deletes photos uploaded more than `days` ago and returns their number; pics stay. */
export async function removeOldPhotos(parts: OldPhotosParts, days: number): Promise<number> {
  const { store, clock, log } = parts;
  let removed = 0;
  for await (const { key, time } of store.list(photosFolder)) {
    if (clock() - time <= days * day) continue;
    try {
      await erasePhoto(parts, key.split('/')[1] ?? '', key);
      removed += 1;
    } catch (error) {
      // Continue with the photos of other users.
      log.error(error);
    }
  }
  return removed;
}
