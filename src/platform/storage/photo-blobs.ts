import { clear, del, get, set } from 'idb-keyval';
import { NoResponse } from '../in-time.ts';
import { inDatabase, photoStore } from './database.ts';
import { isLost, writeMakingRoom } from './write-making-room.ts';

interface SavedPhoto {
  blob: Blob;
  /** True if these are the bytes to upload; false if they are the chosen file. */
  isPrepared: boolean;
}

/** Stores bytes instead of a Blob, because WebKit cannot read a Blob from IndexedDB after it is saved again. */
interface PhotoRecord {
  bytes: ArrayBuffer;
  type: string;
  isPrepared: boolean;
}

/** Photos that IndexedDB could not save; they are only in memory. */
const unsaved = new Map<string, SavedPhoto>();

/** Key under which the progress of an upload is saved. */
export const uploadKey = (id: string) => `${id}/upload`;

/** Photos that no job uses yet, by photo id. They survive when the phone kills the webview. */
export const photoBlobs = {
  /** False if the device could not save the photo; it then lasts until the page closes. */
  async save(id: string, blob: Blob, isPrepared = false): Promise<boolean> {
    try {
      const record: PhotoRecord = { bytes: await blob.arrayBuffer(), type: blob.type, isPrepared };
      await writeMakingRoom(() => inDatabase(() => set(id, record, photoStore)));
      unsaved.delete(id);
      return true;
    } catch (error) {
      unsaved.set(id, { blob, isPrepared });
      return !isLost(error);
    }
  },
  /** Null if there is no such photo. Rejects with `NoResponse` if storage does not respond. */
  async read(id: string): Promise<SavedPhoto | null> {
    try {
      return unsaved.get(id) ?? photoOf(await inDatabase(() => get(id, photoStore)));
    } catch (error) {
      if (error instanceof NoResponse) throw error;
      return null;
    }
  },
  async remove(id: string): Promise<void> {
    unsaved.delete(id);
    try {
      for (const key of [id, uploadKey(id)]) await inDatabase(() => del(key, photoStore));
    } catch {
      // The photo was never saved.
    }
  },
  async clear(): Promise<void> {
    unsaved.clear();
    try {
      await inDatabase(() => clear(photoStore));
    } catch {
      // No photo was ever saved.
    }
  },
};

function photoOf(found: Partial<PhotoRecord> | undefined): SavedPhoto | null {
  if (!(found?.bytes instanceof ArrayBuffer)) return null;
  const { bytes, type = '', isPrepared = false } = found;
  return { blob: new Blob([bytes], { type }), isPrepared };
}
