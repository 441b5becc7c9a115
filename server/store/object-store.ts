import type { Readable } from 'node:stream';

/** `etag` includes the quotes, as in the header. */
export interface StoredObject {
  bytes: Uint8Array;
  type: string;
  etag: string;
}

export interface ObjectHead {
  size: number;
  type: string;
  etag: string;
}

/** `time`: last change in milliseconds since 1970. */
export interface ListedObject {
  key: string;
  time: number;
}

/** Stores objects by key. `put` overwrites. `deletePrefix` returns the number of deleted objects. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null if the object is missing, unreadable (on disk), or larger than the limit for photos (in OSS). */
  get(key: string): Promise<StoredObject | null>;
  /** Like `get`, but streams the bytes. Read or destroy `bytes`; otherwise a file may stay open. */
  read(key: string): Promise<(ObjectHead & { bytes: Readable }) | null>;
  head(key: string): Promise<ObjectHead | null>;
  list(prefix: string): AsyncIterable<ListedObject>;
  delete(key: string): Promise<void>;
  /** Deletes only objects stored before or at `until` (milliseconds since 1970), if given. */
  deletePrefix(prefix: string, until?: number): Promise<number>;
}

/** Pixel widths of smaller versions, for lists and for a full screen. */
export const smallWidths = { list: 320, screen: 768 } as const;

type SmallWidth = (typeof smallWidths)[keyof typeof smallWidths];

/** `life`: seconds, a day by default. `width`: pixels of a smaller version. */
export interface AddressOptions {
  life?: number;
  width?: SmallWidth | undefined;
}

const segment = /^[\p{L}\p{M}\p{N}_~-][\p{L}\p{M}\p{N}._~-]*$/u;
/** Maximum UTF-8 bytes of a segment. File systems allow 255, and the store appends a suffix. */
const longestSegment = 200;
const longestKey = 512;

/** True for segments joined by `/`: letters and digits of any script, and `._~-`. No segment begins with a dot. */
export function isObjectKey(key: string): boolean {
  return Buffer.byteLength(key) <= longestKey && key.split('/').every(isSegment);
}

/** True for a key followed by `/`. */
export function isKeyPrefix(prefix: string): boolean {
  return prefix.endsWith('/') && isObjectKey(prefix.slice(0, -1));
}

function isSegment(part: string): boolean {
  return Buffer.byteLength(part) <= longestSegment && segment.test(part);
}

/** Permission to upload below a prefix, as getOssStsInfo returns it. `expiration`: ISO 8601. */
interface UploadPermission {
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
  expiration: string;
  region: string;
  bucket: string;
  /** Endpoint with the bucket in its paths; absent for the region's usual endpoint. */
  endpoint?: string;
}

/** Stores photos and pics. `origin` parameters take our own origin, from the caller's request. */
export interface PictureStorage {
  store: ObjectStore;
  /**
   * Permits uploads below `prefix`, which has a trailing `/`, for 15 minutes. In our own store, the permission ends
   * earlier if the session ends.
   */
  allowUpload(prefix: string, session: string, origin: string): Promise<UploadPermission>;
  /** Address of a picture, valid for one to two times `life`. Stays the same during each period of that length. */
  addressOf(key: string, origin: string, options?: AddressOptions): string;
  /** Null if the address is not of this storage. A key does not prove that the caller may read the picture. */
  keyOf(address: string): string | null;
  /** Origin of picture addresses, which the pages' CSP must allow; null if it is our own. */
  foreignOrigin: string | null;
}
