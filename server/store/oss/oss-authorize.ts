import type { FastifyRequest } from 'fastify';
import { isObjectKey } from '../object-key.ts';
import { sameSecret } from '../same-secret.ts';
import { OssError } from './oss-error.ts';
import { readSignature } from './read-signature.ts';
import type { UploadCredentials, UploadGrant } from './upload-credentials.ts';

const allowedSkew = 15 * 60 * 1000;

/** Against what a request is checked; `region` is written without `oss-`. */
export interface Gate {
  credentials: UploadCredentials;
  bucket: string;
  region: string;
  /** Whether the session for which credentials were issued still lasts. */
  isActive: (session: string) => Promise<boolean>;
}

/** The object that a request names; throws an OssError where no object can have that name. */
export function objectKeyOf(request: FastifyRequest): string {
  const { '*': key = '' } = request.params as { '*'?: string };
  if (!isObjectKey(key)) throw new OssError(400, 'InvalidObjectName', 'The object name is not valid.');
  return key;
}

/** The query of a request. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?', 2)[1]);
}

/** Returns what the request's credentials allow; throws an OssError unless they are genuine and cover the object. */
export async function authorize(request: FastifyRequest, gate: Gate): Promise<UploadGrant> {
  const { credentials, bucket, region } = gate;
  const key = objectKeyOf(request);
  const claim = readSignature(
    {
      method: request.method,
      resource: `/${bucket}/${key}`,
      query: queryOf(request),
      headers: request.headers,
    },
    region,
  );
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
  if (!key.startsWith(grant.prefix)) {
    throw new OssError(403, 'AccessDenied', 'You have no right to access this object.');
  }
  await requireSession(grant, gate);
  return grant;
}

/** Throws an OssError when the session has ended: by logging out, or with the account. */
export async function requireSession({ session }: UploadGrant, { isActive }: Gate): Promise<void> {
  if (await isActive(session)) return;
  throw new OssError(403, 'InvalidSecurityToken', 'The security token you provided is no longer valid.');
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
