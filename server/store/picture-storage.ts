import type { ObjectStore } from './object-store.ts';
import type { AddressOptions } from './smaller-pictures.ts';

/** Temporary permission to put objects below a prefix, in the words of getOssStsInfo; `expiration` is ISO 8601. */
export interface UploadPermission {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  expiration: string;
  region: string;
  bucket: string;
  /** An endpoint that names the bucket in the path; absent: the region's own. */
  endpoint?: string;
}

/** Where photos and pics lie, and how the app reaches them; `origin` is the one at which the caller reached us. */
export interface PictureStorage {
  store: ObjectStore;
  /**
   * Allows putting keys below `prefix` (which ends with `/`) for 15 minutes, and nothing else. Where the store is our
   * own, the permission ends with the session as well.
   */
  allowUpload(prefix: string, session: string, origin: string): Promise<UploadPermission>;
  /** An address that opens a picture for a day at least, the same for a whole day. */
  addressOf(key: string, origin: string, options?: AddressOptions): string;
  /** The key behind an address that an upload or `addressOf` gave, or null. It proves no right to read. */
  keyOf(address: string): string | null;
  /** The origin of the addresses when it is not our own: pages must be allowed to load from it. */
  foreignOrigin: string | null;
}
