import { createHash, randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../contract/limits.ts';
import { crc64 } from './crc64.ts';
import type { UploadCredentials } from './credentials.ts';
import { isObjectKey } from './object-key.ts';
import { etagOf, type ObjectStore } from './object-store.ts';
import { errorDocument, OssError } from './oss-error.ts';
import { readSignature, type SignedRequest } from './oss-signature.ts';
import { sameSecret } from './same-secret.ts';

/** What the endpoint serves; `region` is written without `oss-`, `maxBytes` bounds one upload (20 MB by default). */
export interface OssEndpointOptions {
  store: ObjectStore;
  credentials: UploadCredentials;
  bucket: string;
  region: string;
  maxBytes?: number;
}

const allowedSkew = 15 * 60 * 1000;

/**
 * The upload door of the object store, for any OSS client: `PUT /<bucket>/<key>` with temporary credentials.
 * Register it without a prefix: OSS clients sign `/<bucket>/<key>` and cannot put a path in front of the bucket.
 */
export const ossEndpoint: FastifyPluginAsync<OssEndpointOptions> = async (app, options) => {
  const { store, credentials, bucket, region, maxBytes = limits.photoBytes } = options;
  const address = `/${bucket}/*`;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-oss-request-id': randomBytes(12).toString('hex').toUpperCase(),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, x-oss-request-id, x-oss-hash-crc64ecma',
    });
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = asOssError(error);
    if (refusal.status >= 500) request.log.error(error);
    return sendRefusal(reply, refusal);
  });

  app.options(address, async (request, reply) => {
    return reply
      .headers({
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '86400',
      })
      .code(200)
      .send();
  });

  app.put(address, {
    bodyLimit: maxBytes,
    // Before the body is read, so that a stranger cannot make the server hold megabytes.
    onRequest: async request => authorize(request),
    handler: async (request, reply) => {
      const started = performance.now();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const digest = checkDigest(body, request.headers['content-md5']);
      await store.put(keyOf(request), body, request.headers['content-type'] ?? 'application/octet-stream');
      return reply
        .headers({
          etag: etagOf(body),
          'content-md5': digest,
          'x-oss-hash-crc64ecma': crc64(body),
          'x-oss-server-time': String(Math.round(performance.now() - started)),
        })
        .code(200)
        .send();
    },
  });

  app.route({
    method: ['GET', 'HEAD', 'POST', 'DELETE', 'PATCH'],
    url: address,
    exposeHeadRoute: false,
    onRequest: async request => {
      if (request.method === 'GET' || request.method === 'HEAD') {
        throw new OssError(403, 'AccessDenied', 'You have no right to access this object.');
      }
      throw new OssError(
        405,
        'MethodNotAllowed',
        'The specified method is not allowed against this resource.',
      );
    },
    handler: async () => {},
  });

  function authorize(request: FastifyRequest): void {
    if (request.raw.url?.includes('?')) {
      throw new OssError(405, 'MethodNotAllowed', 'Only plain uploads are served here.');
    }
    const signed: SignedRequest = {
      method: request.method,
      resource: `/${bucket}/${keyOf(request)}`,
      headers: request.headers,
    };
    const claim = readSignature(signed, region);
    const token = String(request.headers['x-oss-security-token'] ?? '');
    const grant = credentials.readToken(token);
    const now = credentials.now();

    if (token === '') {
      throw new OssError(403, 'InvalidAccessKeyId', 'The OSS Access Key Id you provided does not exist.');
    }
    if (!grant) {
      throw new OssError(403, 'InvalidSecurityToken', 'The security token you provided is invalid.');
    }
    if (!credentials.belongTogether(claim.accessKeyId, token)) {
      throw new OssError(403, 'InvalidAccessKeyId', 'The OSS Access Key Id you provided does not exist.');
    }
    if (Math.abs(now - claim.signedAt) > allowedSkew) throw tooSkewed(claim.signedAt, now);
    if (now > grant.expiresAt) {
      throw new OssError(403, 'SecurityTokenExpired', 'The security token you provided has expired.');
    }
    if (!sameSecret(claim.signature, claim.signWith(grant.accessKeySecret))) {
      throw new OssError(403, 'SignatureDoesNotMatch', 'The signature does not match the one we calculated.');
    }
    if (!keyOf(request).startsWith(grant.prefix)) {
      throw new OssError(403, 'AccessDenied', 'You have no right to access this object.');
    }
  }
};

function keyOf(request: FastifyRequest): string {
  const { '*': key = '' } = request.params as { '*'?: string };
  if (!isObjectKey(key)) throw new OssError(400, 'InvalidObjectName', 'The object name is not valid.');
  return key;
}

/** Checks the body against a Content-MD5 header, if there is one, and answers its MD5 in base64. */
function checkDigest(body: Buffer, expected: string | string[] | undefined): string {
  const digest = createHash('md5').update(body).digest('base64');
  if (expected !== undefined && expected !== digest) {
    throw new OssError(400, 'InvalidDigest', 'The Content-MD5 you specified did not match what we received.');
  }
  return digest;
}

// Clients correct their clock by ServerTime; without it ali-oss repeats the request for ever.
function tooSkewed(signedAt: number, now: number): OssError {
  return new OssError(
    403,
    'RequestTimeTooSkewed',
    'The request time differs too much from the current time.',
    {
      MaxAllowedSkewMilliseconds: String(allowedSkew),
      RequestTime: new Date(signedAt).toISOString(),
      ServerTime: new Date(now).toISOString(),
    },
  );
}

function asOssError(error: unknown): OssError {
  if (error instanceof OssError) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) {
    return new OssError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
  }
  if (status < 500) return new OssError(400, 'InvalidArgument', 'The request is malformed.');
  return new OssError(500, 'InternalError', 'We encountered an internal error. Please try again.');
}

function sendRefusal(reply: FastifyReply, refusal: OssError): FastifyReply {
  const requestId = String(reply.getHeader('x-oss-request-id'));
  return reply.code(refusal.status).type('application/xml').send(errorDocument(refusal, requestId));
}
