import type OSS from 'ali-oss';

/** Temporary credentials; `endpoint` only if it differs from the region's. */
export interface OssCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken: string;
  /** With or without Aliyun's prefix `oss-`. */
  region: string;
  bucket: string;
  /** Empty counts as absent. */
  endpoint?: string | undefined;
}

/** Options that the SDK has but its types lack. */
export interface StoreOptions extends OSS.Options {
  sldEnable: boolean;
}

/** Time limit without any progress of a request, ms; slow requests have no other limit. */
const timeout = 30_000;

/** Options of the SDK for the store of these credentials. */
export function storeOptions(credentials: OssCredentials): StoreOptions {
  const { region, endpoint } = credentials;
  return {
    accessKeyId: credentials.accessKeyId,
    accessKeySecret: credentials.accessKeySecret,
    stsToken: credentials.securityToken,
    // Has no effect alone; without it the SDK logs advice about renewal.
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

/** Aliyun's endpoints take the bucket in the host name, others in the path. */
function isAliyun(endpoint: string): boolean {
  return /\.aliyuncs\.com(:\d+)?\/?$/.test(endpoint);
}
