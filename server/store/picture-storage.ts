import type { ObjectStore } from './object-store.ts';
import type { AddressOptions } from './smaller-pictures.ts';

/** Permission to upload below a prefix, as getOssStsInfo returns it. `expiration`: ISO 8601. */
export interface UploadPermission {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  expiration: string;
  region: string;
  bucket: string;
  /** Endpoint with the bucket in its paths; absent for the region's usual endpoint. */
  endpoint?: string;
}

/** Stores photos and pics. `origin` parameters take our own origin, as the caller's request names it. */
export interface PictureStorage {
  store: ObjectStore;
  /**
   * Allows uploads below `prefix` (which ends with `/`) for 15 minutes. Our own store also ends the permission with the
   * session.
   */
  allowUpload(prefix: string, session: string, origin: string): Promise<UploadPermission>;
  /** Address of a picture. Valid for at least a day, and the same for a whole day. */
  addressOf(key: string, origin: string, options?: AddressOptions): string;
  /**
   * Extracts the key from an upload's address or one from `addressOf`; null for others. Does not prove that the caller
   * may read the picture.
   */
  keyOf(address: string): string | null;
  /** Origin of picture addresses unless it is ours. The pages' CSP must allow it. */
  foreignOrigin: string | null;
}
