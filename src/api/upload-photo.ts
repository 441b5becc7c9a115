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
  /** The only beginning of a key that may be written. */
  prefix: string;
  /** When it should no longer be used, ms since 1970. */
  end: number;
  /** The session it was given to. */
  token: string | null;
}

interface UploadOptions {
  /** How many bytes have left. */
  onProgress?: (sent: number) => void;
  /** Where a large photo notes how far its upload has come. */
  checkpoints?: Checkpoints;
}

/** Credentials that end sooner than this are not used for a new upload, ms. */
const margin = 60_000;
/** How long credentials are used when the API does not say when they end, ms. */
const unknownLife = 10 * 60_000;

let held: Permission | null = null;
let asking: Promise<Permission> | null = null;

/** Puts a photo into the object store by its `photoName` and returns its address; refused credentials are fetched anew once. */
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
  const usable = held && held.token === session.token && Date.now() < held.end;
  return held && usable ? held : fetchPermission();
}

/** Other credentials than the refused ones; uploads run side by side, so another one may already have got them. */
async function renewedAfter(refused: Permission): Promise<Permission> {
  return held && held !== refused ? held : fetchPermission();
}

function fetchPermission(): Promise<Permission> {
  asking ??= getPermission()
    .then(permission => {
      held = permission;
      return permission;
    })
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** Whether the connection of a call was lost, which a bad line does to one of many. */
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
