import { get, set } from 'idb-keyval';
import type { Checkpoint, Checkpoints } from './oss-parts.ts';
import { openPhotoStore, uploadKey } from './photo-blobs.ts';

/** How far the upload of a photo has come, saved beside it. */
export function checkpointsOf(id: string): Checkpoints {
  return {
    async read() {
      try {
        const found: unknown = await get(uploadKey(id), openPhotoStore());
        return isCheckpoint(found) ? found : null;
      } catch {
        return null;
      }
    },
    async save(checkpoint) {
      try {
        await set(uploadKey(id), checkpoint, openPhotoStore());
      } catch {
        // No room, or a browser without IndexedDB: an upload that is interrupted begins anew.
      }
    },
  };
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { key, uploadId, size, partSize, done } = (value ?? {}) as Partial<Checkpoint>;
  const isNamed = typeof key === 'string' && typeof uploadId === 'string';
  return isNamed && typeof size === 'number' && Number(partSize) > 0 && Array.isArray(done);
}
