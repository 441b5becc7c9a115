import type { Readable } from 'node:stream';

/** `etag` includes the quotes that the header needs. */
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

/** `time` is the last change in milliseconds since 1970. */
export interface ListedObject {
  key: string;
  time: number;
}

/** Stores objects by key. `put` overwrites; `deletePrefix` returns the number of deleted objects. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null if the object is missing, unreadable, or larger than a photo may be. */
  get(key: string): Promise<StoredObject | null>;
  /** Like `get`, but streams the bytes. Read or destroy `bytes`, else a file may stay open. */
  read(key: string): Promise<(ObjectHead & { bytes: Readable }) | null>;
  head(key: string): Promise<ObjectHead | null>;
  /** Lists objects in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  delete(key: string): Promise<void>;
  /** Deletes objects that were stored up to `until` (milliseconds since 1970). */
  deletePrefix(prefix: string, until?: number): Promise<number>;
}
