import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { limits } from '../contract/limits.ts';
import type { UploadGrant } from './credentials.ts';
import type { DiskStore } from './disk-store.ts';
import { type Pieces, TooManyBytes, type Written } from './object-file.ts';
import { authorize, type Gate, objectKeyOf, queryOf, requireSession } from './oss-authorize.ts';
import { OssError } from './oss-error.ts';
import { multipartCalls } from './oss-multipart.ts';
import { asOssError, sendOssError } from './send-oss-error.ts';
import { UploadLimits } from './upload-limits.ts';

/** What the endpoint serves; `maxBytes` bounds one object (20 MB by default). */
export interface OssEndpointOptions extends Gate {
  store: DiskStore;
  maxBytes?: number;
}

/** A request whose credentials were found good, and how it stops counting. */
type Authorized = { grant: UploadGrant; end: () => void };

/**
 * The upload endpoint of the object store, for any OSS client: `PUT /<bucket>/<key>`, and uploads in parts, with
 * temporary credentials. Register it without a prefix: OSS clients sign `/<bucket>/<key>` and cannot put a path in
 * front of the bucket. Bytes go to the disk as they come.
 */
export const ossEndpoint: FastifyPluginAsync<OssEndpointOptions> = async (app, options) => {
  const { store, bucket, credentials, maxBytes = limits.photoBytes } = options;
  const address = `/${bucket}/*`;
  const load = new UploadLimits(() => credentials.now());
  const authorized = new WeakMap<FastifyRequest, Authorized>();
  const multipart = multipartCalls({ store, bucket, maxBytes, bodyOf, receive });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-oss-request-id': randomBytes(12).toString('hex').toUpperCase(),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, x-oss-request-id, x-oss-hash-crc64ecma',
    });
  });

  // Before the body is read, so that nobody without credentials can make the server receive megabytes.
  async function admit(request: FastifyRequest): Promise<void> {
    const grant = await authorize(request, options);
    authorized.set(request, { grant, end: load.begin(grant.prefix) });
  }
  const release = async (request: FastifyRequest) => authorized.get(request)?.end();
  app.addHook('onResponse', release);
  app.addHook('onRequestAbort', async request => {
    await release(request);
    authorized.delete(request);
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = asOssError(error);
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

  const upload = { config: { streamsBody: true }, onRequest: admit };
  app.put(address, {
    ...upload,
    handler: async (request, reply) => {
      const query = queryOf(request);
      const isPart = query.has('uploadId');
      // Of a call that is not known here, such as one that sets rights, the body must not become the object.
      if (query.size > 0 && !isPart) throw notServed();
      const written = await (isPart ? multipart.putPart(request) : putWhole(request));
      checkDigest(written, request);
      return reply
        .headers({ etag: written.etag, 'content-md5': written.md5, 'x-oss-hash-crc64ecma': written.crc64 })
        .send();
    },
  });

  app.post(address, {
    ...upload,
    handler: async (request, reply) => {
      const query = queryOf(request);
      reply.type('application/xml');
      if (query.has('uploads')) return multipart.initiate(request);
      if (query.has('uploadId')) return multipart.complete(request, reply);
      throw notServed();
    },
  });

  app.get(address, {
    exposeHeadRoute: false,
    onRequest: async request => {
      if (!queryOf(request).has('uploadId')) {
        throw new OssError(403, 'AccessDenied', 'You have no right to access this object.');
      }
      await admit(request);
    },
    handler: async (request, reply) => reply.type('application/xml').send(await multipart.list(request)),
  });

  app.delete(address, {
    onRequest: async request => {
      if (!queryOf(request).has('uploadId')) throw notServed();
      await admit(request);
    },
    handler: async (request, reply) => {
      await multipart.abort(request);
      return reply.code(204).send();
    },
  });

  app.route({
    method: ['HEAD', 'PATCH'],
    url: address,
    onRequest: async () => {
      throw notServed();
    },
    handler: async () => {},
  });

  async function putWhole(request: FastifyRequest): Promise<Written> {
    const type = request.headers['content-type'] ?? 'application/octet-stream';
    const check = (written: Written) => checkDigest(written, request);
    return receive(request, objectKeyOf(request), bodyOf(request), { type, check });
  }

  /** Gives an object its bytes; not when the account is deleted meanwhile, even in the moment when it gets its name. */
  async function receive(
    request: FastifyRequest,
    key: string,
    pieces: Pieces,
    { check, ...plan }: { type: string; etag?: string; check?: (written: Written) => void },
  ): Promise<Written> {
    const { grant } = authorized.get(request)!;
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

  /** The bytes of a request as they come, counted. */
  async function* bodyOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
    if (Number(request.headers['content-length']) > maxBytes) throw new TooManyBytes();
    const { prefix } = authorized.get(request)!.grant;
    if (!(request.body instanceof Readable)) return;
    // A refusal in the middle is still responded to, over the same connection.
    for await (const piece of request.body.iterator({ destroyOnReturn: false })) {
      load.count(prefix, piece.length);
      yield piece;
    }
  }
};

function checkDigest({ md5 }: Written, request: FastifyRequest): void {
  const expected = request.headers['content-md5'];
  if (expected === undefined || expected === md5) return;
  throw new OssError(400, 'InvalidDigest', 'The Content-MD5 you specified did not match what we received.');
}

function notServed(): OssError {
  return new OssError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
}
