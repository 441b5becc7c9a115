import type { OssCredentials } from '../../../../src/platform/upload/store-options.ts';
import { bucket, type OssWorld } from '../../../server/store/oss-world.ts';

/** Where the photos of these tests go. */
export const prefix = 'photos/7/';

/** Credentials of a world's store as the app gets them. */
export function credentialsOf(world: OssWorld, changes: Partial<OssCredentials> = {}): OssCredentials {
  const issued = world.issue(prefix);
  return {
    accessKeyId: issued.access_key_id,
    accessKeySecret: issued.access_key_secret,
    securityToken: issued.security_token,
    region: 'oss-cn-hangzhou',
    bucket,
    endpoint: world.origin,
    ...changes,
  };
}
