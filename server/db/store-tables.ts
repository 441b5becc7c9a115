import type { Moment } from './moment.ts';

/** An upload in parts that is not completed yet; `owner` is a hash of the prefix that its user may write. */
interface BegunUploadsTable {
  upload_id: string;
  owner: string;
  key: string;
  type: string;
  create_time: Moment;
  /** When it was begun, or its last part came. */
  used_time: Moment;
  /** Since when its parts are being joined; nothing of it changes meanwhile. */
  frozen_time: Moment | null;
}

/** A part that has come whole, in a file of its own. */
interface UploadPartsTable {
  upload_id: string;
  number: number;
  file: string;
  size: number;
  etag: string;
}

/** Files and bytes that an uploader has sent on their last day with any (UTC, `YYYY-MM-DD`). */
interface UploadCountsTable {
  owner: string;
  day: string;
  files: number;
  bytes: number;
}

/** Something of a user that must go from the store: all below the prefix that is no younger than `until`. */
interface ErasuresTable {
  prefix: string;
  until: Moment;
}

/** The tables of the store: what is being uploaded, and what must go. */
export interface StoreTables {
  begun_uploads: BegunUploadsTable;
  upload_parts: UploadPartsTable;
  upload_counts: UploadCountsTable;
  erasures: ErasuresTable;
}
