import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../db/database.ts';
import { leastFree } from '../../http/files/free-on-disk.ts';
import { bounds, Pace, Rate, Sums } from '../../http/limits/limiters.ts';
import { TooManyBytes, type Written } from '../disk-store.ts';
import type { UploadGrant } from './upload-credentials.ts';

/** Limits of uploads to our own store, in addition to the limits per user in limiters.ts. */
export const uploadLimits = {
  /** Bytes a second, enforced after `grace` (ms). Even the slowest real connections are faster. */
  slowest: 1_000,
  grace: 30_000,
  /** An incomplete upload expires after this long (ms). */
  begunFor: 24 * 60 * 60 * 1000,
  /** Maximum bytes of the part list that completes an upload. */
  partList: 64 * 1024,
  type: 200,
  leastFree,
} as const;

const minute = 60_000;

/** Identifies an uploader in tables and folders. Hashed, because these outlive a deleted account by a day. */
export function ownerOf(prefix: string): string {
  return createHash('sha256').update(prefix).digest('hex').slice(0, 32);
}

interface Running {
  come: number;
  readonly pace: Pace;
  end(): void;
}

/** `raw` is destroyed to make room for another user's request. */
interface Counted extends Running {
  prefix: string;
  bytes: number;
  raw: IncomingMessage;
}

/** Limits upload requests at once and per minute, in this process. A user is identified by the upload prefix. */
export class UploadLimits {
  readonly #running = new Set<Counted>();
  readonly #calls = new Rate(bounds.uploadCalls, minute);

  /** Throws above a limit. If the process is full, first tries to end a request of a user with more requests. */
  begin(raw: IncomingMessage, prefix: string, bytes: number): Running {
    const own = this.#of(prefix);
    const isTooMuch =
      own.length >= bounds.uploads.ofOne ||
      own.reduce((sum, running) => sum + running.bytes, bytes) > bounds.uploadBytes.ofOne ||
      !this.#calls.take(prefix) ||
      (this.#running.size >= bounds.uploads.inAll && !this.#makeWay(own.length));
    if (isTooMuch) {
      throw new OssError(503, 'QpsLimitExceeded', 'Too many uploads run at the same time. Try again later.');
    }
    const counted: Counted = {
      prefix,
      bytes,
      raw,
      come: 0,
      pace: new Pace(() => counted.come, uploadLimits),
      end: () => this.#running.delete(counted),
    };
    this.#running.add(counted);
    return counted;
  }

  bytesToCome(): number {
    return [...this.#running].reduce((sum, { bytes, come }) => sum + Math.max(0, bytes - come), 0);
  }

  /** Ends a request of the user with the most requests, if that user still has more than `own` afterwards. */
  #makeWay(own: number): boolean {
    const all = [...this.#running];
    const counts = new Sums();
    for (const { prefix } of all) counts.add(prefix, 1);
    const most = Math.max(...all.map(({ prefix }) => counts.of(prefix)));
    if (most <= own + 1) return false;
    const slowest = all
      .filter(({ prefix, raw }) => counts.of(prefix) === most && !raw.complete)
      .toSorted((one, other) => one.pace.speed - other.pace.speed)[0];
    slowest?.end();
    slowest?.raw.destroy();
    return slowest !== undefined;
  }

  #of(prefix: string): Counted[] {
    return [...this.#running].filter(running => running.prefix === prefix);
  }
}

export class OssError extends Error {
  override readonly name = 'OssError';
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string>;

  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

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

/** Counts before the bytes arrive, in all processes. Throws above the daily limits. Locks the row. */
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
