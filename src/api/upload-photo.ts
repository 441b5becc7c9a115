import { OssError, putObject } from '../platform/upload/oss.ts';
import type { Checkpoints } from '../platform/upload/put-in-parts.ts';
import { retry } from '../platform/upload/retry.ts';
import type { OssCredentials } from '../platform/upload/store-options.ts';
import { session } from '../state/session.ts';
import { get } from './client.ts';
import { parseCredentials, toOssCredentials } from './credentials-data.ts';
import { NetworkError } from './errors.ts';

interface Permission {
  credentials: OssCredentials;
  /** Keys must begin with it. */
  prefix: string;
  /** Not used after this time, ms since 1970. */
  end: number;
  /** The session that got the credentials. */
  token: string | null;
}

interface UploadOptions {
  /** Bytes sent so far. */
  onProgress?: (sent: number) => void;
  /** Saves the progress of a large photo's upload. */
  checkpoints?: Checkpoints;
}

/** Safety margin before credentials expire, ms. */
const margin = 60_000;
/** Life of credentials if the API does not say when they end, ms. */
const unknownLife = 10 * 60_000;

let cached: Permission | null = null;
let asking: Promise<Permission> | null = null;

/** Uploads a photo and returns its address; fetches new credentials once if the store refuses them. */
export async function uploadPhoto(photo: Blob, name: string, options: UploadOptions = {}): Promise<string> {
  const permission = await permissionToUpload();
  try {
    return await put(permission, photo, name, options);
  } catch (error) {
    if (!(error instanceof OssError) || error.kind === 'network') throw error;
    return put(await renewedAfter(permission), photo, name, options);
  }
}

function put({ credentials, prefix }: Permission, photo: Blob, name: string, options: UploadOptions) {
  return putObject(credentials, prefix + name, photo, options);
}

async function permissionToUpload(): Promise<Permission> {
  const usable = cached && cached.token === session.token && Date.now() < cached.end;
  return cached && usable ? cached : fetchPermission();
}

/** Parallel uploads may already have fetched new credentials. */
async function renewedAfter(refused: Permission): Promise<Permission> {
  return cached && cached !== refused ? cached : fetchPermission();
}

function fetchPermission(): Promise<Permission> {
  asking ??= getPermission()
    .then(permission => {
      cached = permission;
      return permission;
    })
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** True if the connection failed; on a bad network one call of many does. */
function isLost(error: unknown): boolean {
  return error instanceof NetworkError && error.cause instanceof TypeError;
}

async function getPermission(): Promise<Permission> {
  const data = await retry(isLost, () => get('getOssStsInfo', {}, parseCredentials));
  return {
    credentials: toOssCredentials(data),
    prefix: data.prefix,
    end: data.expiration === null ? Date.now() + unknownLife : data.expiration * 1000 - margin,
    token: session.token,
  };
}
