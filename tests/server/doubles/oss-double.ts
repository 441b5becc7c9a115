import { createHash, createHmac } from 'node:crypto';
import { type DoubleRequest, type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

/** A double of an OSS bucket. It checks V4 signatures with its own implementation of Aliyun's rules. */
export interface OssDouble extends HttpDouble {
  objects: Map<string, { bytes: Buffer; type: string; time: number }>;
  /** Keys per page of a list. */
  pageSize: number;
}

export const ossKeys = { bucket: 'faces', region: 'cn-shanghai', id: 'LTAIdouble', secret: 'double-secret' };

/** Opens a double. Its addresses have the bucket in the path. */
export async function openOssDouble(): Promise<OssDouble> {
  const state = { objects: new Map() as OssDouble['objects'], pageSize: 1000 };

  const http = await openHttpDouble(request => {
    if (!isSigned(request)) return refusal(403, 'SignatureDoesNotMatch');
    const [, bucket, ...rest] = decodeURIComponent(request.url.pathname).split('/');
    if (bucket !== ossKeys.bucket) return refusal(404, 'NoSuchBucket');
    const key = rest.join('/');
    return key === '' ? onBucket(double, request) : onObject(double, request, key);
  });

  const double: OssDouble = Object.assign(http, state);
  return double;
}

function onBucket({ objects, pageSize }: OssDouble, { method, url, body }: DoubleRequest): DoubleResponse {
  if (method === 'POST' && url.searchParams.has('delete')) {
    for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(key);
    return xml('<DeleteResult></DeleteResult>');
  }
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const contents = page.map(key => {
    const { bytes, time } = objects.get(key)!;
    return `<Contents><Key>${key}</Key><LastModified>${new Date(time).toISOString()}</LastModified><ETag>"0"</ETag><Type>Normal</Type><Size>${bytes.length}</Size><StorageClass>Standard</StorageClass></Contents>`;
  });
  const isTruncated = keys.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return xml(
    `<ListBucketResult><Name>${ossKeys.bucket}</Name><Prefix>${prefix}</Prefix><MaxKeys>${pageSize}</MaxKeys><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

function onObject(
  { objects }: OssDouble,
  { method, url, headers, body }: DoubleRequest,
  key: string,
): DoubleResponse {
  if (method === 'PUT') {
    objects.set(key, { bytes: body, type: headers['content-type'] ?? '', time: Date.now() });
    return { headers: { etag: md5(body), 'x-oss-request-id': '0'.repeat(24) } };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  const found = objects.get(key);
  if (!found) return method === 'HEAD' ? { status: 404 } : refusal(404, 'NoSuchKey');
  const responseHeaders = {
    'content-type': found.type,
    'content-length': String(found.bytes.length),
    etag: md5(found.bytes),
    'cache-control': url.searchParams.get('response-cache-control') ?? '',
  };
  const last = /^bytes=0-(\d+)$/.exec(String(headers.range ?? ''))?.[1];
  if (last && found.bytes.length > Number(last)) {
    const body = found.bytes.subarray(0, Number(last) + 1);
    return { status: 206, headers: { ...responseHeaders, 'content-length': String(body.length) }, body };
  }
  return { headers: responseHeaders, body: method === 'HEAD' ? '' : found.bytes };
}

/** True if the request has a valid V4 signature, in the header or the query, that has not expired. */
function isSigned({ method, url, headers }: DoubleRequest): boolean {
  const header = headers.authorization;
  const query = new Map(url.searchParams);
  const date = header ? String(headers['x-oss-date']) : (query.get('x-oss-date') ?? '');
  const given = header ? (header.match(/Signature=(\w+)/)?.[1] ?? '') : (query.get('x-oss-signature') ?? '');
  query.delete('x-oss-signature');
  if (!header && expiryOf(date, Number(query.get('x-oss-expires'))) < Date.now()) return false;

  const signedHeaders = Object.keys(headers)
    .filter(name => name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-'))
    .sort();
  const canonical = [
    method,
    url.pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    [...query.keys()]
      .sort()
      .map(name => (query.get(name) ? `${encode(name)}=${encode(query.get(name)!)}` : encode(name)))
      .join('&'),
    signedHeaders.map(name => `${name}:${String(headers[name]).trim()}\n`).join(''),
    '',
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = [date.slice(0, 8), ossKeys.region, 'oss', 'aliyun_v4_request'];
  const text = [
    'OSS4-HMAC-SHA256',
    date,
    scope.join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  let secret: string | Buffer = `aliyun_v4${ossKeys.secret}`;
  for (const part of scope) secret = createHmac('sha256', secret).update(part).digest();
  const isOurKey = (header ?? query.get('x-oss-credential') ?? '').includes(`${ossKeys.id}/`);
  return isOurKey && given === createHmac('sha256', secret).update(text).digest('hex');
}

function expiryOf(date: string, seconds: number): number {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(iso) + seconds * 1000;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function md5(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex').toUpperCase()}"`;
}

function xml(body: string): DoubleResponse {
  return { headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0"?>${body}` };
}

function refusal(status: number, code: string): DoubleResponse {
  return { ...(xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`) as object), status };
}

/** A double of Aliyun's STS that supports AssumeRole; `asked` has the parameters of each request. */
export interface StsDouble extends HttpDouble {
  asked: Record<string, string>[];
}

export async function openStsDouble(): Promise<StsDouble> {
  const asked: Record<string, string>[] = [];
  const http = await openHttpDouble(({ method, body }) => {
    const { Signature: signature = '', ...fields } = Object.fromEntries(new URLSearchParams(body.toString()));
    if (fields.AccessKeyId !== ossKeys.id || signature !== sign(method, fields)) {
      return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'no' } };
    }
    asked.push(fields);
    const Expiration = new Date(Date.now() + Number(fields.DurationSeconds) * 1000).toISOString();
    return {
      body: {
        RequestId: '1',
        Credentials: { AccessKeyId: 'STS.1', AccessKeySecret: 'sts', SecurityToken: 'token', Expiration },
      },
    };
  });
  return Object.assign(http, { asked });
}

// Signature rules: https://help.aliyun.com/zh/sdk/product-overview/rpc-mechanism
function sign(method: string, fields: Record<string, string | undefined>): string {
  const query = Object.keys(fields)
    .sort()
    .map(name => `${encode(name)}=${encode(fields[name] ?? '')}`)
    .join('&');
  const text = `${method}&${encode('/')}&${encode(query)}`;
  return createHmac('sha1', `${ossKeys.secret}&`).update(text).digest('base64');
}
