import { createHash, createHmac } from 'node:crypto';
import OSS from 'ali-oss';
import { isKeyPrefix, isObjectKey } from '../object-key.ts';
import type { PictureStorage } from '../picture-storage.ts';
import type { AddressOptions } from '../smaller-pictures.ts';
import { bucketOrigin, bucketPath, type OssAccount } from './oss-account.ts';
import { openOssStore } from './oss-store.ts';

const day = 24 * 60 * 60;

/** Lifetime of a permission in seconds: Aliyun's minimum. */
const permissionLife = 15 * 60;

/** Milliseconds per request. */
const timeLimit = 10_000;

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
        { timeout: timeLimit, ctx: null },
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
  const digest = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const textToSign = ['OSS4-HMAC-SHA256', date, scope.join('/'), digest].join('\n');

  const first: Buffer = Buffer.from(`aliyun_v4${account.accessKeySecret}`);
  const signingKey = scope.reduce((secret, part) => hmac(secret, part), first);
  const signature = hmac(signingKey, textToSign).toString('hex');
  return `${bucketOrigin(account)}${bucketPath(account)}${key}?${query}&x-oss-signature=${signature}`;
}

function hmac(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
