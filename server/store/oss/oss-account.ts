/** A bucket in Aliyun OSS, its access key, and the role for upload permissions. */
export interface OssAccount {
  /** Name of the region without `oss-`. */
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
export function bucketPath({ bucket, endpoint }: OssAccount): string {
  return endpoint === null ? '/' : `/${bucket}/`;
}
