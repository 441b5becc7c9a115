import { clear, del, get, set } from 'idb-keyval';
import { NoResponse } from '../in-time.ts';
import { inDatabase, photoStore } from './database.ts';
import { isLost, writeMakingRoom } from './write-making-room.ts';

interface SavedPhoto {
  blob: Blob;
  /** True if the bytes are ready for upload; false if they are the file as chosen by the user. */
  isPrepared: boolean;
}

/** A record with bytes instead of a Blob. WebKit cannot read a Blob from IndexedDB after it was saved a second time. */
interface PhotoRecord {
  bytes: ArrayBuffer;
  type: string;
  isPrepared: boolean;
}

/** Photos that could not be saved in IndexedDB, kept in memory only. */
const unsaved = new Map<string, SavedPhoto>();

/** The storage key of an upload's progress. */
export const uploadKey = (id: string) => `${id}/upload`;

/** Photos that no job uses yet, by photo id. Stored so that they survive if the phone kills the webview. */
export const photoBlobs = {
  /** Returns false if the device could not save the photo, which is then lost when the page closes. */
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
      // Ignored: if the database fails, the photo was never saved in it.
    }
  },
  async clear(): Promise<void> {
    unsaved.clear();
    try {
      await inDatabase(() => clear(photoStore));
    } catch {
      // Ignored: if the database fails, no photo was ever saved in it.
    }
  },
};

function photoOf(found: Partial<PhotoRecord> | undefined): SavedPhoto | null {
  if (!(found?.bytes instanceof ArrayBuffer)) return null;
  const { bytes, type = '', isPrepared = false } = found;
  return { blob: new Blob([bytes], { type }), isPrepared };
}
