import type OSS from 'ali-oss';

/** Temporary credentials. `endpoint` is set only if it is not the region's default endpoint. */
export interface OssCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken: string;
  /** With or without Aliyun's prefix `oss-`. */
  region: string;
  bucket: string;
  /** An empty string counts as undefined. */
  endpoint?: string | undefined;
}

/** Timeout for requests that make no progress, ms. There is no other limit for slow requests. */
const timeout = 30_000;

/** Builds the SDK's options for the store of these credentials. The SDK's types lack `sldEnable`. */
export function storeOptions(credentials: OssCredentials): OSS.Options & { sldEnable: boolean } {
  const { region, endpoint } = credentials;
  return {
    accessKeyId: credentials.accessKeyId,
    accessKeySecret: credentials.accessKeySecret,
    stsToken: credentials.securityToken,
    // Has no effect by itself, but without it the SDK logs a warning about renewing credentials.
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

/** True for Aliyun's endpoints, which expect the bucket in the host name. Other endpoints expect it in the path. */
const isAliyun = (endpoint: string): boolean => /\.aliyuncs\.com(:\d+)?\/?$/.test(endpoint);
