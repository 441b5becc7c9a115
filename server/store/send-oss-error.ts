import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseTrouble } from '../db/is-database-trouble.ts';
import { TooManyBytes } from './object-file.ts';
import { xmlDocument } from './oss-documents.ts';
import { OssError } from './oss-error.ts';

/** The rest of a refused upload is read for no longer than this before its connection ends, ms. */
const restTime = 1000;

/** What a call is told of an error, as an OSS client knows it. */
export function asOssError(error: unknown): OssError {
  if (error instanceof OssError) return error;
  if (error instanceof TooManyBytes) {
    return new OssError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
  }
  if (isDatabaseTrouble(error)) {
    return new OssError(503, 'ServiceUnavailable', 'The service is not available at the moment. Try again.');
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return new OssError(400, 'InvalidArgument', 'The request is malformed.');
  return new OssError(500, 'InternalError', 'We encountered an internal error. Please try again.');
}

/** Refuses a call; the connection of one that is still sending ends soon after. */
export function sendOssError(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { status, code, message, details }: OssError,
): FastifyReply {
  const requestId = String(reply.getHeader('x-oss-request-id'));
  if (status === 503) reply.header('retry-after', '2');
  const document = xmlDocument('Error', { Code: code, Message: message, RequestId: requestId, ...details });
  reply.code(status).type('application/xml');
  if (raw.complete) return reply.send(document);
  reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(document) });
  return reply.send(Readable.from(beforeRest(document, raw)));
}

/** Ends the connection only after the client has stopped sending; a client that is still sending would lose the response. */
async function* beforeRest(document: string, rest: IncomingMessage): AsyncIterable<string> {
  yield document;
  const isRead = once(rest, 'end', { signal: AbortSignal.timeout(restTime) });
  rest.resume();
  await isRead.catch(() => undefined);
}
