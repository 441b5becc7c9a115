/** A bucket of Aliyun OSS, its access key, and the role that upload permissions use. */
export interface OssAccount {
  /** Without `oss-`. */
  region: string;
  bucket: string;
  roleArn: string;
  accessKeyId: string;
  accessKeySecret: string;
  /** Origin of a compatible store that has the bucket in its paths; null for Aliyun's own. */
  endpoint: string | null;
  /** Origin of the service for temporary credentials; null for Aliyun's own. */
  stsEndpoint: string | null;
}

export function bucketOrigin({ bucket, region, endpoint }: OssAccount): string {
  return endpoint ?? `https://${bucket}.oss-${region}.aliyuncs.com`;
}

/** The path before the key in an object's address. */
export function bucketPath({ bucket, endpoint }: OssAccount): string {
  return endpoint === null ? '/' : `/${bucket}/`;
}
