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

/** Saves the progress of a photo's upload in IndexedDB. */
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
        // There is no room or no IndexedDB: an upload that is interrupted starts again from the beginning.
      }
    },
  };
}
