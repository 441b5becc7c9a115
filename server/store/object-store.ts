import type { Readable } from 'node:stream';

/** `etag` is quoted, ready for the header. */
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

/** `time` of the last change in milliseconds since 1970. */
export interface ListedObject {
  key: string;
  time: number;
}

/** Persistent objects by key; `put` overwrites, `deletePrefix` returns the number of deleted objects. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null if missing, unreadable, or larger than any photo may be. */
  get(key: string): Promise<StoredObject | null>;
  /** Like `get`, but streamed; read or destroy `bytes`, else a file may stay open. */
  read(key: string): Promise<(ObjectHead & { bytes: Readable }) | null>;
  head(key: string): Promise<ObjectHead | null>;
  /** Unordered. */
  list(prefix: string): AsyncIterable<ListedObject>;
  delete(key: string): Promise<void>;
  /** `until` in milliseconds since 1970; newer objects are kept. */
  deletePrefix(prefix: string, until?: number): Promise<number>;
}
