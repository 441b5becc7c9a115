import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { isDatabaseTrouble } from '../../db/explain-trouble.ts';
import { bounds } from '../../http/limits/limiters.ts';
import { type DiskStore, type Pieces, TooManyBytes, type Written } from '../disk-store.ts';
import type { MultipartUploads, Part } from './multipart-uploads.ts';
import { authorize, type Gate, objectKeyOf, queryOf, requireSession } from './oss-authorize.ts';
import {
  type Admitted,
  checkDigest,
  countedPieces,
  cutShort,
  incompleteBody,
  lengthOf,
  OssError,
  piecesOf,
  typeOf,
  UploadLimits,
  uploadLimits,
} from './upload-limits.ts';

/** XML elements by name: text or child elements. An array repeats the element. */
type Elements = { [name: string]: string | Elements | Elements[] };

const highestNumber = 10_000;

/** After a refusal, read the rest of the body for this long (ms) before closing the connection. */
const restTime = 1000;

/** `maxBytes`: maximum bytes per object. */
export interface OssEndpointOptions extends Gate {
  store: DiskStore;
  uploads: MultipartUploads;
  db: Database;
  maxBytes: number;
}

/**
 * Upload endpoint of our own object store for OSS clients: `PUT /<bucket>/<key>` and multipart uploads, with temporary
 * credentials. Streams the bytes to disk. Register it without a prefix: OSS clients sign `/<bucket>/<key>` and cannot
 * add a path before the bucket.
 */
export const ossEndpoint: FastifyPluginAsync<OssEndpointOptions> = async (app, options) => {
  const { store, uploads, db, bucket, credentials, maxBytes } = options;
  const address = `/${bucket}/*`;
  const load = new UploadLimits();

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-oss-request-id': randomBytes(12).toString('hex').toUpperCase(),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, x-oss-request-id, x-oss-hash-crc64ecma',
    });
  });

  /** Calls `handle` if the credentials are valid and no limit is reached. The body is still unread then. */
  function admitted(handle: (call: Admitted, reply: FastifyReply) => Promise<unknown>) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const grant = await authorize(request, options);
      // Refuse subfolders: `room` counts only one folder, so objects in subfolders would escape the limit.
      if (objectKeyOf(request).includes('/', grant.prefix.length)) {
        throw new OssError(400, 'InvalidObjectName', 'The object name is not valid.');
      }
      const bytes = request.method === 'PUT' ? Math.min(lengthOf(request, maxBytes), maxBytes) : 0;
      const running = load.begin(request.raw, grant.prefix, bytes);
      // A response hook would not run if the caller disconnects.
      return handle({ request, grant, running }, reply).finally(running.end);
    };
  }

  app.setErrorHandler((error, request, reply) => {
    const refusal = cutShort(request) ?? asOssError(error);
    if (refusal.status >= 500 && refusal.status !== 503) request.log.error(error);
    return sendOssError(request, reply, refusal);
  });

  app.options(address, async (request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'PUT, POST, GET, DELETE',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '86400',
      })
      .code(200)
      .send(),
  );

  const config = { streamsBody: true };
  app.put(address, {
    config,
    handler: admitted(async (call, reply) => {
      const { request } = call;
      const query = queryOf(request);
      const isPart = query.has('uploadId');
      // Refuse unsupported calls, e.g. to set an ACL: their body must not overwrite the object.
      if (query.size > 0 && !isPart) throw notServed();
      const check = (written: Written) => checkDigest(written, request);
      await requireRoom(call, isPart ? Number.POSITIVE_INFINITY : bounds.storedPhotos.ofOne);
      const written = await (isPart ? putPart(call, check) : putWhole(call, check));
      return reply
        .headers({ etag: written.etag, 'content-md5': written.md5, 'x-oss-hash-crc64ecma': written.crc64 })
        .send();
    }),
  });

  app.post(address, {
    config,
    handler: admitted(async (call, reply) => {
      const query = queryOf(call.request);
      reply.type('application/xml');
      if (query.has('uploads')) {
        await requireRoom(call, bounds.storedPhotos.ofOne);
        return initiate(call, typeOf(call.request));
      }
      if (query.has('uploadId')) return complete(call, reply);
      throw notServed();
    }),
  });

  app.get(address, {
    exposeHeadRoute: false,
    onRequest: async request => {
      if (queryOf(request).has('uploadId')) return;
      throw new OssError(403, 'AccessDenied', 'You have no right to access this object.');
    },
    handler: admitted(async (call, reply) => reply.type('application/xml').send(await list(call))),
  });

  app.delete(address, {
    onRequest: async request => {
      if (!queryOf(request).has('uploadId')) throw notServed();
    },
    handler: admitted(async (call, reply) => {
      await uploads.abort(idOf(call), keyOf(call));
      return reply.code(204).send();
    }),
  });

  app.route({
    method: ['HEAD', 'PATCH'],
    url: address,
    onRequest: async () => {
      throw notServed();
    },
    handler: async () => {},
  });

  async function initiate(call: Admitted, type: string): Promise<string> {
    const key = keyOf(call);
    const id = await uploads.initiate(call.grant.prefix, { key, type });
    await requireCaller(call).catch(async error => {
      await uploads.abort(id, key);
      throw error;
    });
    return xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
  }

  async function putPart(call: Admitted, check: (written: Written) => void): Promise<Written> {
    const number = partNumberOf(call.request);
    const pieces = (most: number) => bodyOf(call, most);
    return uploads.putPart(idOf(call), keyOf(call), call.grant.prefix, { number, pieces, check });
  }

  async function list(call: Admitted): Promise<string> {
    const [id, key] = [idOf(call), keyOf(call)];
    const list = await uploads.list(id, key);
    return xmlDocument('ListPartsResult', {
      Bucket: bucket,
      Key: key,
      UploadId: id,
      IsTruncated: 'false',
      Part: list.map(({ number, size, etag }) => ({
        PartNumber: String(number),
        ETag: etag,
        Size: String(size),
      })),
    });
  }

  async function complete(call: Admitted, reply: FastifyReply): Promise<string> {
    const key = keyOf(call);
    const named = readPartList(await textOf(call));
    const etag = await uploads.complete(idOf(call), key, named, ({ pieces, ...plan }) =>
      receive(call, pieces, plan),
    );
    reply.header('etag', etag);
    return xmlDocument('CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag: etag });
  }

  async function putWhole(call: Admitted, check: (written: Written) => void): Promise<Written> {
    const type = typeOf(call.request);
    return receive(call, bodyOf(call, maxBytes), { type, check });
  }

  /** Throws if the user stores too many photos already, or the disk has no space for all running uploads. */
  async function requireRoom({ grant }: Admitted, mostKept: number): Promise<void> {
    const { count, free } = await store.room(grant.prefix);
    if (count >= mostKept) throw new OssError(403, 'QuotaExceeded', 'Too many photos are kept. Erase some.');
    if (free - load.bytesToCome() > uploadLimits.leastFree) return;
    throw new OssError(503, 'ServiceUnavailable', 'There is no room at the moment. Try again later.');
  }

  async function receive(
    { request, grant }: Admitted,
    pieces: Pieces,
    { check, ...plan }: { type: string; etag?: string; check?: (written: Written) => void },
  ): Promise<Written> {
    const key = objectKeyOf(request);
    const written = await store.receive(key, pieces, {
      ...plan,
      maxBytes,
      check: async written => {
        check?.(written);
        await requireSession(grant, options);
      },
    });
    await requireSession(grant, options).catch(async error => {
      await store.delete(key);
      throw error;
    });
    return written;
  }

  async function requireCaller({ request, grant }: Admitted): Promise<void> {
    if (request.raw.socket.destroyed) throw incompleteBody();
    await requireSession(grant, options);
  }

  function bodyOf(call: Admitted, most: number): AsyncIterable<Uint8Array> {
    return countedPieces(call, { db, now: credentials.now(), most });
  }
};

const idOf = ({ request }: Admitted) => queryOf(request).get('uploadId') ?? '';
const keyOf = ({ request }: Admitted) => objectKeyOf(request);

function notServed(): OssError {
  return new OssError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
}

function asOssError(error: unknown): OssError {
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

/** Sends an error. If the caller is still sending, closes the connection soon afterwards. */
function sendOssError(
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

/** Waits until the client has sent everything, but not long: closing earlier could lose the response. */
async function* beforeRest(document: string, rest: IncomingMessage): AsyncIterable<string> {
  yield document;
  const isRead = once(rest, 'end', { signal: AbortSignal.timeout(restTime) });
  rest.resume();
  await isRead.catch(() => undefined);
}

function partNumberOf(request: FastifyRequest): number {
  const text = queryOf(request).get('partNumber') ?? '';
  const number = Number(text);
  if (/^[1-9]\d*$/.test(text) && number <= highestNumber) return number;
  throw new OssError(
    400,
    'InvalidArgument',
    `Part number must be an integer between 1 and ${highestNumber}.`,
  );
}

async function textOf(call: Admitted): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(call)) {
    if (call.running.come > uploadLimits.partList) throw new TooManyBytes();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function xmlDocument(root: string, elements: Elements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, elements)}\n`;
}

function element(name: string, content: string | Elements | Elements[]): string {
  if (Array.isArray(content)) return content.map(one => element(name, one)).join('\n');
  if (typeof content === 'string') return `<${name}>${escapeXml(content)}</${name}>`;
  const inner = Object.entries(content).map(([child, value]) => element(child, value));
  return `<${name}>\n${inner.join('\n')}\n</${name}>`;
}

/** Throws unless the numbers ascend. Adds missing quotes to ETags. */
function readPartList(document: string): Pick<Part, 'number' | 'etag'>[] {
  // Split first: on unclosed tags, a regular expression over the whole text would take quadratic time.
  const parts = document.split('</Part>').slice(0, -1).map(readPart);
  const isInOrder = parts.every(({ number }, index) => number > (parts[index - 1]?.number ?? 0));
  if (parts.length === 0 || !isInOrder) {
    throw new OssError(400, 'MalformedXML', 'The XML you provided was not well-formed.');
  }
  return parts.map(({ number, etag }) => ({ number, etag: etag.startsWith('"') ? etag : `"${etag}"` }));
}

function readPart(text: string): Pick<Part, 'number' | 'etag'> {
  const part = text.slice(text.lastIndexOf('<Part>'));
  return {
    number: Number(/<PartNumber>(\d{1,5})<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>([^<]{1,80})<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
