import type { Readable } from 'node:stream';

/** What the store gives back; `etag` is quoted, ready for the header. */
export interface StoredObject {
  bytes: Uint8Array;
  type: string;
  etag: string;
}

/** What is known of an object without reading it. */
export interface ObjectHead {
  /** Bytes. */
  size: number;
  type: string;
  etag: string;
}

/** An object as a list names it; `time` of its last change in milliseconds since 1970. */
export interface ListedObject {
  key: string;
  time: number;
}

/** Named bytes that survive a restart; `put` replaces what the key held before, `deletePrefix` returns how many went. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null as well where it has more bytes than any photo may, or cannot be read. */
  get(key: string): Promise<StoredObject | null>;
  /** The same, with bytes that come as they are read; what the disk holds is open until they were read, or are destroyed. */
  read(key: string): Promise<(ObjectHead & { bytes: Readable }) | null>;
  /** What an object is, or null when there is none. */
  head(key: string): Promise<ObjectHead | null>;
  /** Everything below a prefix, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  delete(key: string): Promise<void>;
  /** Deletes what lies below a prefix; with `until` (milliseconds since 1970) nothing that came later. */
  deletePrefix(prefix: string, until?: number): Promise<number>;
}
