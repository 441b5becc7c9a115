import { createHmac } from 'node:crypto';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';

export interface StoreKeys {
  bucket: string;
  prefix: string;
  access_key_id: string;
  access_key_secret: string;
  security_token: string;
}

/** Path and headers of a request with OSS signature V1. Also signs requests that an OSS client refuses. */
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

/** A multipart upload that has begun, with its parts' ETags in order. */
export interface BegunUpload {
  name: string;
  id: string;
  etags: string[];
}

export class StoreCaller {
  readonly #keys: StoreKeys & { endpoint?: string };

  private constructor(keys: StoreKeys) {
    this.#keys = keys;
  }

  static async of(user: ApiUser): Promise<StoreCaller> {
    return new StoreCaller(await dataOf(user.get('getOssStsInfo')));
  }

  send(
    method: string,
    name: string,
    query: Record<string, string> = {},
    { body, headers = {}, signal }: Pick<RequestInit, 'body' | 'signal'> & { headers?: Headers } = {},
  ): Promise<Response> {
    const type = headers['content-type'] ?? '';
    const request = signed(this.#keys, { method, name, query, type });
    return fetch(this.#keys.endpoint + request.path, {
      method,
      headers: { ...headers, ...request.headers },
      // Convert strings to bytes: for a string, fetch would add a content type that is not part of the signature.
      body: typeof body === 'string' ? Buffer.from(body) : (body ?? null),
      ...(signal && { signal }),
      duplex: 'half',
    } as RequestInit);
  }

  /** Begins a multipart upload. Returns its id, or null if the store refuses the upload. */
  async begin(name: string): Promise<string | null> {
    const response = await this.send('POST', name, { uploads: '' });
    const document = await response.text();
    return /<UploadId>(\w+)</.exec(document)?.[1] ?? null;
  }

  putPart(name: string, id: string, number: number | string, body: Body): Promise<Response> {
    return this.send('PUT', name, { partNumber: String(number), uploadId: id }, { body });
  }

  /** Begins an upload and sends these parts, numbered from 1. Throws if the store refuses a part. */
  async beginWith(name: string, parts: Uint8Array<ArrayBuffer>[]): Promise<BegunUpload> {
    const id = await this.begin(name);
    const etags: string[] = [];
    for (const part of parts) {
      const response = await this.putPart(name, id ?? '', etags.length + 1, part);
      await response.arrayBuffer();
      const etag = response.headers.get('etag');
      if (!response.ok || !etag) throw new Error(`a part was refused with ${response.status}`);
      etags.push(etag);
    }
    return { name, id: id ?? '', etags };
  }

  complete({ name, id, etags }: BegunUpload, signal?: AbortSignal): Promise<Response> {
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    return this.send('POST', name, { uploadId: id }, { body, signal: signal ?? null });
  }

  abort({ name, id }: BegunUpload): Promise<Response> {
    return this.send('DELETE', name, { uploadId: id });
  }
}

type Headers = Record<string, string>;
type Body = NonNullable<RequestInit['body']>;
