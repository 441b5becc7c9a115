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
  /** The prefix that every object key must have. */
  prefix: string;
  /** The app does not use the credentials after this time, ms since 1970. */
  end: number;
  /** The token of the session for which the credentials were issued. */
  token: string | null;
}

interface UploadOptions {
  /** Called with the number of bytes sent so far. */
  onProgress?: (sent: number) => void;
  /** Stores the progress of a large upload, so that the upload can continue later. */
  checkpoints?: Checkpoints;
}

/** Credentials are renewed this long before they expire, ms. */
const margin = 60_000;
/** Assumed lifetime of credentials if the API sends no end, ms. */
const unknownLife = 10 * 60_000;

let cached: Permission | null = null;
let asking: Promise<Permission> | null = null;

/** Uploads a photo and returns its address. Retries once with new credentials if the store refuses these. */
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

/** Returns the new credentials if a parallel upload has already fetched them, else fetches them. */
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

/** True if the connection failed. On a bad network single failures are common, so a retry makes sense. */
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
