import { get, set } from 'idb-keyval';
import { array, number, numberIn, object, string } from '../parse.ts';
import { inDatabase, photoStore } from '../storage/database.ts';
import { uploadKey } from '../storage/photo-blobs.ts';
import type { Checkpoint, Checkpoints } from './put-in-parts.ts';

const parseCheckpoint = object<Checkpoint>({
  key: string,
  uploadId: string,
  size: number,
  partSize: numberIn(1, Infinity),
  done: array(object({ number, etag: string })),
});

/** Saves an upload's progress in IndexedDB. `id` is the photo's id. */
export function checkpointsOf(id: string): Checkpoints {
  return {
    async read() {
      try {
        return parseCheckpoint(await inDatabase(() => get(uploadKey(id), photoStore)));
      } catch {
        return null;
      }
    },
    async save(checkpoint) {
      try {
        await inDatabase(() => set(uploadKey(id), checkpoint, photoStore));
      } catch {
        // Storage is full or unavailable, so an interrupted upload will restart from the beginning.
      }
    },
  };
}
