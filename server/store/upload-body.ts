import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { TooManyBytes, type Written } from './object-file.ts';
import { OssError } from './oss-error.ts';
import { uploadLimits } from './upload-limits.ts';
import { countUpload } from './upload-quota.ts';

/** Whose bytes are counted, at what time, and how many there may be. */
interface Uploader {
  db: Database;
  owner: string;
  now: number;
  most: number;
}

/** The bytes of a request as they come; they are counted before they come, and those that do not are given back. */
export async function* countedBody(
  request: FastifyRequest,
  { db, most, ...uploader }: Uploader,
): AsyncIterable<Uint8Array> {
  const length = lengthOf(request, most);
  if (length > most) throw new TooManyBytes();
  await countUpload(db.query, uploader, { files: 1, bytes: length });
  let come = 0;
  try {
    if (!(request.body instanceof Readable)) return;
    // A refusal in the middle is still responded to, over the same connection.
    for await (const piece of request.body.iterator({ destroyOnReturn: false })) {
      come += piece.length;
      yield piece;
    }
  } finally {
    const back = { files: 0, bytes: come - length };
    if (come < length) await countUpload(db.query, uploader, back).catch(error => request.log.warn(error));
  }
}

/** The bytes that a request will bring, `unsaid` where it does not say. */
export function lengthOf({ headers }: FastifyRequest, unsaid: number): number {
  return Number(headers['content-length'] ?? (headers['transfer-encoding'] ? unsaid : 0));
}

/** The type that a request gives its object; throws an OssError where nobody's would be so long. */
export function typeOf({ headers }: FastifyRequest): string {
  const { 'content-type': type = 'application/octet-stream' } = headers;
  if (type.length <= uploadLimits.type) return type;
  throw new OssError(400, 'InvalidArgument', 'The Content-Type is too long.');
}

/** Throws an OssError where the bytes are not those that the caller has announced. */
export function checkDigest({ md5 }: Written, { headers }: FastifyRequest): void {
  const expected = headers['content-md5'];
  if (expected === undefined || expected === md5) return;
  throw new OssError(400, 'InvalidDigest', 'The Content-MD5 you specified did not match what we received.');
}

/** What is said of a request whose caller has gone before all of it had come; null for all others. */
export function cutShort({ raw }: FastifyRequest): OssError | null {
  if (raw.complete || !raw.destroyed) return null;
  return new OssError(400, 'IncompleteBody', 'The request ended before all of its body had come.');
}
