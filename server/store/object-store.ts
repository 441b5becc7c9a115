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
  /** Null if the object is missing, unreadable, or larger than the limit for photos. */
  get(key: string): Promise<StoredObject | null>;
  /** Like `get`, but streams the bytes. Read or destroy `bytes`; otherwise a file may stay open. */
  read(key: string): Promise<(ObjectHead & { bytes: Readable }) | null>;
  head(key: string): Promise<ObjectHead | null>;
  /** In no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  delete(key: string): Promise<void>;
  /** Deletes only objects stored before or at `until` (milliseconds since 1970), if given. */
  deletePrefix(prefix: string, until?: number): Promise<number>;
}
