import OSS from 'ali-oss';
import { isKeyPrefix, isObjectKey } from './object-key.ts';
import { bucketOrigin, bucketPath, type OssAccount } from './oss-account.ts';
import { openOssStore } from './oss-store.ts';
import type { PictureStorage } from './picture-storage.ts';
import { signOssAddress } from './sign-oss-address.ts';

/** Seconds; the shortest life that Aliyun gives to temporary credentials. */
const permissionLife = 15 * 60;

/** Milliseconds. */
const timeLimit = 10_000;

/** Pictures in a bucket of Aliyun OSS: the app uploads to it and reads from it directly. */
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

/** Allows to put objects below the prefix, in parts that can be listed, and nothing else, whatever more the role may do. */
function uploadPolicy(bucket: string, prefix: string): object {
  if (!isKeyPrefix(prefix)) throw new RangeError(`not a key prefix: ${prefix}`);
  const resource = `acs:oss:*:*:${bucket}/${prefix}*`;
  return {
    Version: '1',
    Statement: [{ Effect: 'Allow', Action: ['oss:PutObject', 'oss:ListParts'], Resource: [resource] }],
  };
}
