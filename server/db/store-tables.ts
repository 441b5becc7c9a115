import type { Moment } from './moment.ts';

/** An incomplete multipart upload; `owner` is a hash of the prefix that its user may write. */
interface BegunUploadsTable {
  upload_id: string;
  owner: string;
  key: string;
  type: string;
  create_time: Moment;
  /** Time of the start or of the last part. */
  used_time: Moment;
  /** Set while the parts are being joined; no part may change then. */
  frozen_time: Moment | null;
}

/** A complete part, in its own file. */
interface UploadPartsTable {
  upload_id: string;
  number: number;
  file: string;
  size: number;
  etag: string;
}

/** Files and bytes that an uploader sent on the last day with uploads (UTC, `YYYY-MM-DD`). */
interface UploadCountsTable {
  owner: string;
  day: string;
  files: number;
  bytes: number;
}

/** A pending erasure in the object store: everything below `prefix` that was stored up to `until`. */
interface ErasuresTable {
  prefix: string;
  until: Moment;
}

export interface StoreTables {
  begun_uploads: BegunUploadsTable;
  upload_parts: UploadPartsTable;
  upload_counts: UploadCountsTable;
  erasures: ErasuresTable;
}
