/** A bucket of Aliyun OSS, its access key, and the role that upload permissions use. */
export interface OssAccount {
  /** The region's name without `oss-`. */
  region: string;
  bucket: string;
  roleArn: string;
  accessKeyId: string;
  accessKeySecret: string;
  /** Origin of a compatible store, whose paths contain the bucket; null for Aliyun's store. */
  endpoint: string | null;
  /** Origin of the service for temporary credentials; null for Aliyun's service. */
  stsEndpoint: string | null;
}

export function bucketOrigin({ bucket, region, endpoint }: OssAccount): string {
  return endpoint ?? `https://${bucket}.oss-${region}.aliyuncs.com`;
}

/** The path before the key in an object's address. */
export function bucketPath({ bucket, endpoint }: OssAccount): string {
  return endpoint === null ? '/' : `/${bucket}/`;
}
