import type OSS from 'ali-oss';

/** Temporary permission to upload; `endpoint` only where it is another one than the region's. */
export interface OssCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken: string;
  /** With or without Aliyun's `oss-` before it. */
  region: string;
  bucket: string;
  /** An empty one is none. */
  endpoint?: string | undefined;
}

/** Options that the SDK has and its published types lack. */
export interface StoreOptions extends OSS.Options {
  sldEnable: boolean;
}

/** How long nothing of a request may move, ms; a slow one that moves has all the time it needs. */
const timeout = 30_000;

/** What the SDK needs to reach the store of these credentials. */
export function storeOptions(credentials: OssCredentials): StoreOptions {
  const { region, endpoint } = credentials;
  return {
    accessKeyId: credentials.accessKeyId,
    accessKeySecret: credentials.accessKeySecret,
    stsToken: credentials.securityToken,
    // Given alone it turns nothing on; without it the SDK writes advice about renewal to the console.
    refreshSTSTokenInterval: timeout,
    bucket: credentials.bucket,
    region: region.replace(/^(oss-)?/, 'oss-'),
    ...(endpoint && { endpoint }),
    sldEnable: Boolean(endpoint && !isAliyun(endpoint)),
    authorizationV4: true,
    secure: true,
    timeout,
  };
}

/** Aliyun's own endpoints take the bucket in the host's name, others in the path. */
function isAliyun(endpoint: string): boolean {
  return /\.aliyuncs\.com(:\d+)?\/?$/.test(endpoint);
}
