import type { ObjectStore } from './object-store.ts';
import type { AddressOptions } from './smaller-pictures.ts';

/** Permission to upload below a prefix, as getOssStsInfo returns it; `expiration` is ISO 8601. */
export interface UploadPermission {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  expiration: string;
  region: string;
  bucket: string;
  /** An endpoint that has the bucket in its paths; absent for the region's own. */
  endpoint?: string;
}

/** Stores photos and pics. `origin`: our own, as the caller addressed it. */
export interface PictureStorage {
  store: ObjectStore;
  /** Valid for 15 minutes; `prefix` ends with `/`. In our own store the permission also ends with the session. */
  allowUpload(prefix: string, session: string, origin: string): Promise<UploadPermission>;
  /** Opens a picture for at least a day; stays the same for a whole day. */
  addressOf(key: string, origin: string, options?: AddressOptions): string;
  /** The key in an address from an upload or from `addressOf`, else null. Proves no right to read. */
  keyOf(address: string): string | null;
  /** Origin of the addresses if it is not ours: the pages' CSP must allow it. */
  foreignOrigin: string | null;
}
