import { clear, del, get, set } from 'idb-keyval';
import { NoResponse } from '../in-time.ts';
import { inDatabase, photoStore } from './database.ts';
import { isLost, writeMakingRoom } from './write-making-room.ts';

interface SavedPhoto {
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

/** Photos where IndexedDB took none: they live as long as the page. */
const unsaved = new Map<string, SavedPhoto>();

/** The key of how far the upload of a photo has come. */
export const uploadKey = (id: string) => `${id}/upload`;

/** Photos of which no job has been made yet, under the id of the photo; they survive a killed webview. */
export const photoBlobs = {
  /** Returns false where the device could not: the photo then lives as long as the page. */
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
  /** Null where there is none; rejects with `NoResponse` where that is not known. */
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
      // It was never saved.
    }
  },
  async clear(): Promise<void> {
    unsaved.clear();
    try {
      await inDatabase(() => clear(photoStore));
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
