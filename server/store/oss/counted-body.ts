import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../db/database.ts';
import { bounds } from '../../http/limits/bounds.ts';
import { TooManyBytes, type Written } from '../object-file.ts';
import type { UploadGrant } from './upload-credentials.ts';
import { OssError, ownerOf, type Running, uploadLimits } from './upload-limits.ts';

export interface Admitted {
  request: FastifyRequest;
  grant: UploadGrant;
  running: Running;
}

const lookEvery = 1_000;

/** Yields a request's body in pieces. Closes the connection if the body arrives too slowly. */
export async function* piecesOf({ request, running }: Admitted): AsyncIterable<Uint8Array> {
  const { body } = request;
  if (!(body instanceof Readable)) return;
  const watching = setInterval(() => {
    if (running.pace.crawls) body.destroy(new Error('the body crawls'));
  }, lookEvery);
  try {
    // Do not destroy a refused request: the response uses the same connection.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      running.come += piece.length;
      yield piece;
    }
  } finally {
    clearInterval(watching);
  }
}

/** Like `piecesOf`, but first adds the announced size to the user's daily bytes; finally subtracts missing bytes. */
export async function* countedPieces(
  call: Admitted,
  { db, now, most }: { db: Database; now: number; most: number },
): AsyncIterable<Uint8Array> {
  const { request, grant, running } = call;
  const uploader = { owner: ownerOf(grant.prefix), now };
  const length = lengthOf(request, most);
  if (length > most) throw new TooManyBytes();
  await countUpload(db.query, uploader, { files: 1, bytes: length });
  try {
    yield* piecesOf(call);
  } finally {
    const back = { files: 0, bytes: running.come - length };
    if (back.bytes < 0) await countUpload(db.query, uploader, back).catch(error => request.log.warn(error));
  }
}

/** Announced length of a request's body; `unsaid` if the request has a body of unknown length, 0 if it has none. */
export function lengthOf({ headers }: FastifyRequest, unsaid: number): number {
  return Number(headers['content-length'] ?? (headers['transfer-encoding'] ? unsaid : 0));
}

/** Throws an OssError if the Content-Type is too long. */
export function typeOf({ headers }: FastifyRequest): string {
  const { 'content-type': type = 'application/octet-stream' } = headers;
  if (type.length <= uploadLimits.type) return type;
  throw new OssError(400, 'InvalidArgument', 'The Content-Type is too long.');
}

/** Throws an OssError if the written bytes do not match the Content-MD5 header. */
export function checkDigest({ md5 }: Written, { headers }: FastifyRequest): void {
  const expected = headers['content-md5'];
  if (expected === undefined || expected === md5) return;
  throw new OssError(400, 'InvalidDigest', 'The Content-MD5 you specified did not match what we received.');
}

/** Returns an error if the caller disconnected before the end of the body, else null. */
export function cutShort({ raw }: FastifyRequest): OssError | null {
  return raw.complete || !raw.destroyed ? null : incompleteBody();
}

export function incompleteBody(): OssError {
  return new OssError(400, 'IncompleteBody', 'The request ended before all of its body had come.');
}

/** Files and bytes to add; negative numbers subtract. */
interface Upload {
  files: number;
  bytes: number;
}

/**
 * Adds an upload to today's counts (UTC), which all processes share, before its bytes arrive. Throws an OssError above
 * the daily limits. Locks the owner's row until the transaction ends.
 */
export async function countUpload(
  db: Queryable,
  { owner, now }: { owner: string; now: number },
  { files, bytes }: Upload,
): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10);
  const [mostFiles, mostBytes] = [bounds.uploadedFiles.ofOne, bounds.uploadedBytes.ofOne];
  const { rows } = await sql`
    INSERT INTO upload_counts AS counted (owner, day, files, bytes)
    VALUES (${owner}, ${today}, ${files}, greatest(0, ${bytes}::integer))
    ON CONFLICT (owner) DO UPDATE SET
      day = excluded.day,
      files = excluded.files + CASE WHEN counted.day = excluded.day THEN counted.files ELSE 0 END,
      bytes = greatest(0, ${bytes}::integer + CASE WHEN counted.day = excluded.day THEN counted.bytes ELSE 0 END)
    WHERE counted.day <> excluded.day
      OR (counted.files + ${files}::integer <= ${mostFiles} AND counted.bytes + ${bytes}::integer <= ${mostBytes})
    RETURNING owner`.execute(db);
  if (rows.length > 0) return;
  throw new OssError(403, 'QuotaExceeded', 'Too much was uploaded today. Try again tomorrow.');
}

export async function forgetCounts(db: Queryable, now: number): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10);
  await db.deleteFrom('upload_counts').where('day', '<', today).execute();
}
