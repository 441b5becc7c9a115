import { createHmac } from 'node:crypto';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import type { Tally } from './attackers.ts';

/** Sends a request to the store, signed with a user's upload credentials. */
export type SendToStore = (
  method: string,
  name: string,
  query?: Record<string, string>,
  init?: { body?: RequestInit['body']; headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Response>;

export interface StoreKeys {
  bucket: string;
  prefix: string;
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
}

/** Path and headers of a request, signed with V1. Unlike an OSS client, signs invalid requests too. */
export function signed(
  keys: StoreKeys,
  { method, name, query = {}, type = '' }: SignedRequest,
): { path: string; headers: Record<string, string> } {
  const resource = `/${keys.bucket}/${keys.prefix}${name}`;
  const pairs = Object.entries(query).map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  const path = pairs.length > 0 ? `${resource}?${pairs.sort().join('&')}` : resource;
  const date = new Date().toUTCString();
  const lines = [`x-oss-date:${date}`, `x-oss-security-token:${keys.security_token}`];
  const text = [method, '', type, date, ...lines, path].join('\n');
  const signature = createHmac('sha1', keys.access_key_secret).update(text).digest('base64');
  const headers = {
    authorization: `OSS ${keys.access_key_id}:${signature}`,
    'x-oss-date': date,
    'x-oss-security-token': keys.security_token,
  };
  return { path, headers };
}

interface SignedRequest {
  method: string;
  name: string;
  query?: Record<string, string>;
  type?: string;
}

/** Sends requests to the store as the user. */
export async function callerOfStore(user: ApiUser): Promise<SendToStore> {
  const keys = await dataOf(user.get('getOssStsInfo'));
  return (method, name, query = {}, { body, headers = {}, signal } = {}) => {
    const type = headers['content-type'] ?? '';
    const request = signed(keys, { method, name, query, type });
    return fetch(keys.endpoint + request.path, {
      method,
      headers: { ...headers, ...request.headers },
      // Otherwise fetch would add a content type for a text, which is not signed.
      body: typeof body === 'string' ? Buffer.from(body) : (body ?? null),
      ...(signal && { signal }),
      duplex: 'half',
    } as RequestInit);
  };
}

/** Begins a multipart upload; returns its id, or null if refused. */
export async function begin(send: SendToStore, name: string): Promise<string | null> {
  const response = await send('POST', name, { uploads: '' });
  const document = await response.text();
  return /<UploadId>(\w+)</.exec(document)?.[1] ?? null;
}

/** Uploads a part; returns its ETag, or null if refused. */
export async function putPart(
  send: SendToStore,
  name: string,
  { id, number, bytes }: { id: string; number: number; bytes: Uint8Array<ArrayBuffer> },
): Promise<string | null> {
  const query = { partNumber: String(number), uploadId: id };
  const response = await send('PUT', name, query, { body: bytes });
  await response.arrayBuffer();
  return response.ok ? response.headers.get('etag') : null;
}

/** Completes an upload with the parts of these ETags, numbered from 1. */
export function complete(send: SendToStore, name: string, id: string, etags: string[]): Promise<Response> {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  return send('POST', name, { uploadId: id }, { body });
}

export const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Runs `count` requests, at most `lanes` at a time. */
export async function inLanes(
  lanes: number,
  count: number,
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  async function lane(): Promise<void> {
    while (next < count) await act(next++);
  }
  await Promise.all(times(lanes).map(lane));
}

/** Adds a response to the tally and reads it to its end; returns the status. */
export async function note(tally: Tally, response: Promise<Response>): Promise<number> {
  let status = 0;
  await tally.add(
    response.then(async given => {
      await given.arrayBuffer();
      status = given.status;
      return given;
    }),
  );
  return status;
}
