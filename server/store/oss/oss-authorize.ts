import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isObjectKey } from '../object-store.ts';
import { sameSecret } from '../signed-address.ts';
import type { UploadCredentials, UploadGrant } from './upload-credentials.ts';
import { OssError } from './upload-limits.ts';

/** The signed parts of a request. `resource` is `/bucket/key`, not percent-encoded and without the query. */
interface SignedRequest {
  method: string;
  resource: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** A parsed Authorization header. `signedAt` is in milliseconds; `signWith` computes the expected signature. */
interface RequestSignature {
  accessKeyId: string;
  signature: string;
  signedAt: number;
  signWith(accessKeySecret: string): string;
}

/** Query parameters that this server supports and that signature V1 covers. */
const subResources = new Set(['partNumber', 'uploadId', 'uploads']);

const v4Algorithm = 'OSS4-HMAC-SHA256';

const v4Terminator = 'aliyun_v4_request';

const allowedSkew = 15 * 60 * 1000;

/** `region`: its name without `oss-`. */
export interface Gate {
  credentials: UploadCredentials;
  bucket: string;
  region: string;
  /** True until the credentials' session ends. */
  isActive: (session: string) => Promise<boolean>;
}

/** Throws an OssError if the key is invalid. */
export function objectKeyOf(request: FastifyRequest): string {
  const { '*': key = '' } = request.params as { '*'?: string };
  if (!isObjectKey(key)) throw new OssError(400, 'InvalidObjectName', 'The object name is not valid.');
  return key;
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?', 2)[1]);
}

/** Verifies a request's credentials and signature. Throws an OssError unless they are valid for the object. */
export async function authorize(request: FastifyRequest, gate: Gate): Promise<UploadGrant> {
  const { credentials, bucket, region } = gate;
  const key = objectKeyOf(request);
  const signature = readSignature(
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
  if (!credentials.belongTogether(signature.accessKeyId, token)) {
    throw new OssError(403, 'InvalidAccessKeyId', 'The OSS Access Key Id you provided does not exist.');
  }
  if (Math.abs(now - signature.signedAt) > allowedSkew) throw tooSkewed(signature.signedAt, now);
  if (now > grant.expiresAt) {
    throw new OssError(403, 'SecurityTokenExpired', 'The security token you provided has expired.');
  }
  if (!sameSecret(signature.signature, signature.signWith(grant.accessKeySecret))) {
    throw new OssError(403, 'SignatureDoesNotMatch', 'The signature does not match the one we calculated.');
  }
  if (!key.startsWith(grant.prefix)) {
    throw new OssError(403, 'AccessDenied', 'You have no right to access this object.');
  }
  await requireSession(grant, gate);
  return grant;
}

/** Throws an OssError if the session has ended, e.g. because the user signed out. */
export async function requireSession({ session }: UploadGrant, { isActive }: Gate): Promise<void> {
  if (await isActive(session)) return;
  throw new OssError(403, 'InvalidSecurityToken', 'The security token you provided is no longer valid.');
}

// ServerTime lets clients correct their clock. Without it, ali-oss retries forever.
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

/** Parses a V1 or V4 Authorization header. Throws an OssError if it is missing or malformed. */
function readSignature(request: SignedRequest, region: string): RequestSignature {
  const authorization = request.headers.authorization ?? '';
  if (authorization.startsWith('OSS ')) return readV1(request, authorization);
  if (authorization.startsWith(`${v4Algorithm} `)) return readV4(request, authorization, region);
  throw new OssError(403, 'AccessDenied', 'Anonymous access is forbidden for this operation.');
}

// Signature V1: https://help.aliyun.com/zh/oss/developer-reference/include-signatures-in-the-authorization-header
function readV1(request: SignedRequest, authorization: string): RequestSignature {
  const separator = authorization.lastIndexOf(':');
  const date = headerText(request, 'x-oss-date') || headerText(request, 'date');
  const signedAt = Date.parse(date);
  if (separator < 0 || Number.isNaN(signedAt)) {
    throw new OssError(403, 'AccessDenied', 'OSS authentication requires a valid Date.');
  }

  const textToSign = [
    request.method,
    headerText(request, 'content-md5'),
    headerText(request, 'content-type'),
    date,
    ...ossHeaderNames(request).map(name => `${name}:${headerText(request, name)}`),
    request.resource + signedQuery(request, subResources),
  ].join('\n');

  return {
    accessKeyId: authorization.slice('OSS '.length, separator),
    signature: authorization.slice(separator + 1),
    signedAt,
    signWith: secret => createHmac('sha1', secret).update(textToSign).digest('base64'),
  };
}

// Signature V4: https://help.aliyun.com/zh/oss/developer-reference/recommend-to-use-signature-version-4
function readV4(request: SignedRequest, authorization: string, region: string): RequestSignature {
  const fields = readFields(authorization.slice(v4Algorithm.length + 1));
  const scopeParts = (fields.get('Credential') ?? '').split('/');
  const [accessKeyId = '', day = '', signedRegion, product, terminator] = scopeParts;
  const date = headerText(request, 'x-oss-date');
  const signedAt = readBasicDate(date);
  const additional = (fields.get('AdditionalHeaders') ?? '').split(';').filter(name => name !== '');

  if (scopeParts.length !== 5 || product !== 'oss' || terminator !== v4Terminator || !date.startsWith(day)) {
    throw new OssError(400, 'InvalidArgument', 'The credential in the Authorization header is malformed.');
  }
  if (signedRegion !== region) {
    throw new OssError(400, 'InvalidArgument', 'The signing region in the credential is invalid.');
  }
  if (headerText(request, 'x-oss-content-sha256') !== 'UNSIGNED-PAYLOAD') {
    throw new OssError(400, 'InvalidArgument', 'x-oss-content-sha256 must be UNSIGNED-PAYLOAD.');
  }

  const scope = [day, region, 'oss', v4Terminator];
  const canonical = canonicalRequest(request, additional);
  return {
    accessKeyId,
    signature: fields.get('Signature') ?? '',
    signedAt,
    signWith: secret => signV4(secret, date, scope, canonical),
  };
}

/** Signature V4 of a canonical request. `scope`: the day of `date`, the region, `oss` and `aliyun_v4_request`. */
export function signV4(secret: string, date: string, scope: string[], canonical: string): string {
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = scope.reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`aliyun_v4${secret}`));
  return hmac(key, [v4Algorithm, date, scope.join('/'), digest].join('\n')).toString('hex');
}

function readFields(text: string): Map<string, string> {
  return new Map(
    text.split(',').map(field => {
      const equals = field.indexOf('=');
      return [field.slice(0, equals).trim(), field.slice(equals + 1).trim()];
    }),
  );
}

function readBasicDate(text: string): number {
  const time = Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(time)) throw new OssError(403, 'AccessDenied', 'x-oss-date is not a valid signing date.');
  return time;
}

function canonicalRequest(request: SignedRequest, additional: string[]): string {
  const signedByDefault = ['content-md5', 'content-type'].filter(name => request.headers[name] !== undefined);
  const names = new Set([...signedByDefault, ...ossHeaderNames(request), ...additional]);
  const headers = [...names].sort().map(name => `${name}:${headerText(request, name)}\n`);
  return [
    request.method,
    percentEncodePath(request.resource),
    canonicalQuery(request.query),
    headers.join(''),
    additional.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
}

function signedQuery({ query }: SignedRequest, names: Set<string>): string {
  const signed = [...query].filter(([name]) => names.has(name)).map(([name, value]) => pair(name, value));
  return signed.length > 0 ? `?${signed.sort().join('&')}` : '';
}

function canonicalQuery(query: URLSearchParams): string {
  const pairs = [...query].map(([name, value]) => pair(percentEncode(name), percentEncode(value)));
  return pairs.sort().join('&');
}

function pair(name: string, value: string): string {
  return value === '' ? name : `${name}=${value}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function ossHeaderNames(request: SignedRequest): string[] {
  return Object.keys(request.headers)
    .filter(name => name.startsWith('x-oss-'))
    .sort();
}

function headerText(request: SignedRequest, name: string): string {
  return String(request.headers[name] ?? '').trim();
}

function percentEncodePath(path: string): string {
  return path.split('/').map(percentEncode).join('/');
}

/** RFC 3986 encoding for signature V4, which is stricter than encodeURIComponent. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
