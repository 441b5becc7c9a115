/** A bucket of Aliyun OSS, the keys that may use it, and the role that uploads are allowed by. */
export interface OssAccount {
  /** Without `oss-`. */
  region: string;
  bucket: string;
  roleArn: string;
  accessKeyId: string;
  accessKeySecret: string;
  /** Origin of a compatible store that names the bucket in the path; null: Aliyun's own of the region. */
  endpoint: string | null;
  /** Origin of the service that issues temporary credentials; null: Aliyun's own. */
  stsEndpoint: string | null;
}

/** The origin of the addresses of the bucket's objects. */
export function bucketOrigin({ bucket, region, endpoint }: OssAccount): string {
  return endpoint ?? `https://${bucket}.oss-${region}.aliyuncs.com`;
}

/** The path in front of a key in the address of an object. */
export function bucketPath({ bucket, endpoint }: OssAccount): string {
  return endpoint === null ? '/' : `/${bucket}/`;
}
