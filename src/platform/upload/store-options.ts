import type OSS from 'ali-oss';

/** Temporary credentials. `endpoint` is set only if it differs from the region's endpoint. */
export interface OssCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken: string;
  /** With or without Aliyun's prefix `oss-`. */
  region: string;
  bucket: string;
  /** An empty text counts as missing. */
  endpoint?: string | undefined;
}

/** Options that the SDK accepts, although its types lack them. */
export interface StoreOptions extends OSS.Options {
  sldEnable: boolean;
}

/** Time limit for a request that makes no progress, ms. Slow requests have no other limit. */
const timeout = 30_000;

/** Options of the SDK for the store that these credentials are for. */
export function storeOptions(credentials: OssCredentials): StoreOptions {
  const { region, endpoint } = credentials;
  return {
    accessKeyId: credentials.accessKeyId,
    accessKeySecret: credentials.accessKeySecret,
    stsToken: credentials.securityToken,
    // Has no effect alone, but without it the SDK logs a hint about renewing credentials.
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

/** True for Aliyun's endpoints, which need the bucket in the host name; other endpoints need it in the path. */
function isAliyun(endpoint: string): boolean {
  return /\.aliyuncs\.com(:\d+)?\/?$/.test(endpoint);
}
