import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { TooManyBytes, type Written } from '../object-file.ts';
import { countUpload } from './count-upload.ts';
import { OssError } from './oss-error.ts';
import type { UploadGrant } from './upload-credentials.ts';
import { ownerOf, type Running, uploadLimits } from './upload-limits.ts';

/** A request with valid credentials. */
export interface Admitted {
  request: FastifyRequest;
  grant: UploadGrant;
  running: Running;
}

const lookEvery = 1_000;

/** The body of a request in pieces; closes the connection if it is too slow. */
export async function* piecesOf({ request, running }: Admitted): AsyncIterable<Uint8Array> {
  const { body } = request;
  if (!(body instanceof Readable)) return;
  const watching = setInterval(() => {
    if (running.pace.crawls) body.destroy(new Error('the body crawls'));
  }, lookEvery);
  try {
    // Do not destroy the request on a refusal: the response uses the same connection.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      running.come += piece.length;
      yield piece;
    }
  } finally {
    clearInterval(watching);
  }
}

/** Like `piecesOf`, but counts the announced bytes for the user's day first and subtracts those that did not arrive. */
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

/** The announced length of a request; `unsaid` if it has a body of unknown length. */
export function lengthOf({ headers }: FastifyRequest, unsaid: number): number {
  return Number(headers['content-length'] ?? (headers['transfer-encoding'] ? unsaid : 0));
}

/** Throws an OssError if the type is too long. */
export function typeOf({ headers }: FastifyRequest): string {
  const { 'content-type': type = 'application/octet-stream' } = headers;
  if (type.length <= uploadLimits.type) return type;
  throw new OssError(400, 'InvalidArgument', 'The Content-Type is too long.');
}

/** Throws an OssError if the bytes do not match the Content-MD5 header. */
export function checkDigest({ md5 }: Written, { headers }: FastifyRequest): void {
  const expected = headers['content-md5'];
  if (expected === undefined || expected === md5) return;
  throw new OssError(400, 'InvalidDigest', 'The Content-MD5 you specified did not match what we received.');
}

/** The error of a request whose caller disconnected before the end of the body; else null. */
export function cutShort({ raw }: FastifyRequest): OssError | null {
  return raw.complete || !raw.destroyed ? null : incompleteBody();
}

export function incompleteBody(): OssError {
  return new OssError(400, 'IncompleteBody', 'The request ended before all of its body had come.');
}
