import { Readable } from 'node:stream';
import OSS from 'ali-oss';
import { limits } from '../../contract/limits.ts';
import {
  type AddressOptions,
  isKeyPrefix,
  isObjectKey,
  type ListedObject,
  type ObjectStore,
  type PictureStorage,
  type StoredObject,
} from '../object-store.ts';
import { signV4 } from './oss-authorize.ts';

const day = 24 * 60 * 60;

/** Lifetime of a permission in seconds: Aliyun's minimum. */
const permissionLife = 15 * 60;

/** Milliseconds per request: for permissions, and for the largest photo (20 MB). */
const timeLimits = { permission: 10_000, photo: 30_000 };

/** Stores pictures in an Aliyun OSS bucket; the app uploads and downloads them there directly. */
export function openOssStorage(account: OssAccount, clock: () => number): PictureStorage {
  const { accessKeyId, accessKeySecret, bucket, region, endpoint, stsEndpoint } = account;
  const sts = new OSS.STS({ accessKeyId, accessKeySecret, ...(stsEndpoint && { endpoint: stsEndpoint }) });

  return {
    store: openOssStore(account),
    foreignOrigin: bucketOrigin(account),

    async allowUpload(prefix) {
      const { credentials } = await sts.assumeRole(
        account.roleArn,
        uploadPolicy(bucket, prefix),
        permissionLife,
        'tyy-upload',
        { timeout: timeLimits.permission, ctx: null },
      );
      return {
        access_key_id: credentials.AccessKeyId,
        access_key_secret: credentials.AccessKeySecret,
        security_token: credentials.SecurityToken,
        expiration: credentials.Expiration,
        region: `oss-${region}`,
        bucket,
        ...(endpoint === null ? {} : { endpoint }),
      };
    },

    addressOf: (key, _origin, options) => signOssAddress(account, key, clock(), options),

    keyOf(address) {
      if (!URL.canParse(address)) return null;
      const { host, pathname } = new URL(address);
      const start = bucketPath(account);
      if (host !== new URL(bucketOrigin(account)).host || !pathname.startsWith(start)) return null;
      const key = pathname.slice(start.length);
      return isObjectKey(key) ? key : null;
    },
  };
}

/** Allows only uploads below the prefix and listing their parts, even if the role allows more. */
function uploadPolicy(bucket: string, prefix: string): object {
  if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
  const resource = `acs:oss:*:*:${bucket}/${prefix}*`;
  return {
    Version: '1',
    Statement: [{ Effect: 'Allow', Action: ['oss:PutObject', 'oss:ListParts'], Resource: [resource] }],
  };
}

/**
 * Address of an object, valid for one to two times `life` (a day by default). The SDK signs for the current second.
 * This function signs for the start of the current period (UTC), so the address stays the same for that period and
 * caches work. With `width`, OSS resizes the picture.
 * https://help.aliyun.com/zh/oss/developer-reference/add-signatures-to-urls
 */
export function signOssAddress(
  account: OssAccount,
  key: string,
  now: number,
  { life = day, width }: AddressOptions = {},
): string {
  const start = new Date(Math.floor(now / 1000 / life) * life * 1000);
  const date = start.toISOString().replace(/\.\d+|[:-]/g, '');
  const scope = [date.slice(0, 8), account.region, 'oss', 'aliyun_v4_request'];

  const query = [
    ['response-cache-control', `private, max-age=${life}, immutable`],
    ['x-oss-credential', `${account.accessKeyId}/${scope.join('/')}`],
    ['x-oss-date', date],
    ['x-oss-expires', String(2 * life)],
    ...(width === undefined ? [] : [['x-oss-process', `image/resize,w_${width}`]]),
    ['x-oss-signature-version', 'OSS4-HMAC-SHA256'],
  ]
    .map(([name = '', value = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');

  const noHeaders = '';
  const canonical = ['GET', `/${account.bucket}/${key}`, query, noHeaders, noHeaders, 'UNSIGNED-PAYLOAD'];
  const signature = signV4(account.accessKeySecret, date, scope, canonical.join('\n'));
  return `${bucketOrigin(account)}${bucketPath(account)}${key}?${query}&x-oss-signature=${signature}`;
}

interface ClientOptions extends OSS.Options {
  authorizationV4: boolean;
  sldEnable: boolean;
  retryMax: number;
}

/** Objects with more bytes are not loaded. OSS itself does not apply this limit to uploads. */
const mostBytes = limits.photoBytes;

const pageSize = 1000;

function openOssStore(account: OssAccount): ObjectStore {
  const options: ClientOptions = {
    region: `oss-${account.region}`,
    bucket: account.bucket,
    accessKeyId: account.accessKeyId,
    accessKeySecret: account.accessKeySecret,
    ...(account.endpoint === null ? {} : { endpoint: account.endpoint }),
    sldEnable: account.endpoint !== null,
    secure: true,
    authorizationV4: true,
    timeout: timeLimits.photo,
    retryMax: 2,
  };
  const client = new OSS(options);

  async function* list(prefix: string): AsyncIterable<ListedObject> {
    if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
    let next: string | undefined;
    do {
      const query = { prefix, 'max-keys': String(pageSize) };
      const page = await client.listV2(next ? { ...query, 'continuation-token': next } : query, {});
      for (const { name, lastModified } of page.objects ?? []) {
        yield { key: name, time: Date.parse(lastModified) };
      }
      next = page.nextContinuationToken;
    } while (next);
  }

  async function get(key: string): Promise<StoredObject | null> {
    const found = await orNull(client.get(checked(key), { headers: { Range: `bytes=0-${mostBytes}` } }));
    if (!found || (found.content as Buffer).length > mostBytes) return null;
    const headers = found.res.headers as Record<string, string>;
    return { bytes: found.content as Buffer, ...describedBy(headers) };
  }

  return {
    list,
    get,

    // Load all bytes first: OSS closes connections that are read slowly.
    async read(key) {
      const found = await get(key);
      return found && { ...found, size: found.bytes.length, bytes: Readable.from([found.bytes]) };
    },

    async put(key, bytes, type) {
      await client.put(checked(key), Buffer.from(bytes), { mime: type });
    },

    async head(key) {
      const found = await orNull(client.head(checked(key)));
      if (!found) return null;
      const headers = found.res.headers as Record<string, string>;
      return { size: Number(headers['content-length']), ...describedBy(headers) };
    },

    async delete(key) {
      await client.delete(checked(key));
    },

    async deletePrefix(prefix, until = Number.POSITIVE_INFINITY) {
      let keys: string[] = [];
      let count = 0;
      const removeCollected = async () => {
        if (keys.length > 0) await client.deleteMulti(keys, { quiet: true });
        count += keys.length;
        keys = [];
      };
      for await (const { key, time } of list(prefix)) {
        if (time > until) continue;
        keys.push(key);
        if (keys.length === pageSize) await removeCollected();
      }
      await removeCollected();
      return count;
    },
  };
}

function describedBy(headers: Record<string, string>): { type: string; etag: string } {
  return { type: headers['content-type'] ?? 'application/octet-stream', etag: headers.etag ?? '' };
}

function checked(key: string): string {
  if (!isObjectKey(key)) throw new RangeError(`not an object key: ${key}`);
  return key;
}

async function orNull<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  }
}

/** A bucket in Aliyun OSS, its access key, and the role for upload permissions. */
export interface OssAccount {
  region: string;
  bucket: string;
  roleArn: string;
  accessKeyId: string;
  accessKeySecret: string;
  /** Origin of a compatible store with the bucket in its paths; null for Aliyun's own. */
  endpoint: string | null;
  /** Origin of the service that issues temporary credentials; null for Aliyun's own. */
  stsEndpoint: string | null;
}

export function bucketOrigin({ bucket, region, endpoint }: OssAccount): string {
  return endpoint ?? `https://${bucket}.oss-${region}.aliyuncs.com`;
}

/** Path that precedes the key in an object's address. */
function bucketPath({ bucket, endpoint }: OssAccount): string {
  return endpoint === null ? '/' : `/${bucket}/`;
}
