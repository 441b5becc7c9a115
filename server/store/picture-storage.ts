import type { ObjectStore } from './object-store.ts';
import type { AddressOptions } from './smaller-pictures.ts';

/** Permission to upload below a prefix, as getOssStsInfo returns it; `expiration` is in ISO 8601. */
export interface UploadPermission {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  expiration: string;
  region: string;
  bucket: string;
  /** An endpoint whose paths contain the bucket; absent if the region's usual endpoint is used. */
  endpoint?: string;
}

/** Stores photos and pics. `origin` is our own origin, as in the caller's request. */
export interface PictureStorage {
  store: ObjectStore;
  /**
   * Allows uploads for 15 minutes; `prefix` ends with `/`. In our own store, the permission also ends with the session.
   */
  allowUpload(prefix: string, session: string, origin: string): Promise<UploadPermission>;
  /** Address of a picture, valid for at least a day; it stays the same for a whole day. */
  addressOf(key: string, origin: string, options?: AddressOptions): string;
  /**
   * The key in an address from an upload or from `addressOf`, else null. Does not prove that the caller may read it.
   */
  keyOf(address: string): string | null;
  /** Origin of the addresses if it is not our own. The pages' CSP must allow it. */
  foreignOrigin: string | null;
}
