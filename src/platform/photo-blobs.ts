import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';
import { isFull, writeMakingRoom } from './free-space.ts';

/** A photo of which no job has been made yet. */
export interface SavedPhoto {
  blob: Blob;
  /** The bytes are those that are uploaded, no longer the file that was chosen. */
  isPrepared: boolean;
}

/** A photo in IndexedDB: WebKit cannot read a Blob again that came from there and was put back. */
interface PhotoRecord {
  bytes: ArrayBuffer;
  type: string;
  isPrepared: boolean;
}

let store: UseStore | null = null;

/** The store of the photos, opened when it is first needed: opening throws where the browser has no IndexedDB. */
export function openPhotoStore(): UseStore {
  store ??= createStore('tyy-photos', 'photos');
  return store;
}

/** Photos where IndexedDB took none: they live as long as the page. */
const unsaved = new Map<string, SavedPhoto>();

/** The key of how far the upload of a photo has come. */
export const uploadKey = (id: string) => `${id}/upload`;

/** Photos of which no job has been made yet, under the id of the photo; they survive a killed webview. */
export const photoBlobs = {
  /** Returns false where the device had no room: the photo then lives as long as the page. */
  async save(id: string, blob: Blob, isPrepared = false): Promise<boolean> {
    try {
      const record: PhotoRecord = { bytes: await blob.arrayBuffer(), type: blob.type, isPrepared };
      await writeMakingRoom(() => set(id, record, openPhotoStore()));
      unsaved.delete(id);
      return true;
    } catch (error) {
      unsaved.set(id, { blob, isPrepared });
      return !isFull(error);
    }
  },
  async read(id: string): Promise<SavedPhoto | null> {
    try {
      return unsaved.get(id) ?? photoOf(await get(id, openPhotoStore()));
    } catch {
      return null;
    }
  },
  async remove(id: string): Promise<void> {
    unsaved.delete(id);
    try {
      for (const key of [id, uploadKey(id)]) await del(key, openPhotoStore());
    } catch {
      // It was never saved.
    }
  },
  async clear(): Promise<void> {
    unsaved.clear();
    try {
      await clear(openPhotoStore());
    } catch {
      // None was ever saved.
    }
  },
};

function photoOf(found: Partial<PhotoRecord> | undefined): SavedPhoto | null {
  if (!(found?.bytes instanceof ArrayBuffer)) return null;
  const { bytes, type = '', isPrepared = false } = found;
  return { blob: new Blob([bytes], { type }), isPrepared };
}
