import type OSS from 'ali-oss';
import { type Checkpoints, needsParts, putInParts } from './oss-parts.ts';
import { type TransportContext, transport } from './oss-transport.ts';
import { retryMax } from './retry.ts';

/** Temporary permission to upload; `endpoint` only where it is another one than the region's. */
export interface OssCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken: string;
  region: string;
  bucket: string;
  endpoint?: string | undefined;
}

/** `expired`: other credentials would do; `refused`: the store says no; `network`: no response from it. */
export type OssErrorKind = 'refused' | 'expired' | 'network';

/** An upload that the object store did not take; `cause` is the error of the SDK. */
export class OssError extends Error {
  override readonly name = 'OssError';
  readonly kind: OssErrorKind;

  constructor(kind: OssErrorKind, cause: unknown) {
    super(`The upload failed: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Options that the SDK has and its published types lack. */
interface ClientOptions extends OSS.Options {
  sldEnable: boolean;
  retryMax: number;
  urllib: typeof transport;
}

interface PutOptions extends OSS.PutObjectOptions {
  ctx: TransportContext;
}

interface UploadOptions {
  onProgress?: TransportContext['onProgress'];
  /** Where a large upload notes how far it has come; without it everything goes in one request. */
  checkpoints?: Checkpoints | undefined;
}

/** How long nothing of a request may move, ms; a slow one that moves has all the time it needs. */
const timeout = 30_000;
const credentialCodes = new Set(['SecurityTokenExpired', 'InvalidSecurityToken', 'InvalidAccessKeyId']);
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Uploads a blob, a large one in parts, and returns its address (https, unless the store runs on this machine; percent-encoded).
 * Throws an OssError.
 */
export async function putObject(
  credentials: OssCredentials,
  key: string,
  blob: Blob,
  { onProgress, checkpoints }: UploadOptions = {},
): Promise<string> {
  try {
    const client = await openClient(credentials);
    const inParts = checkpoints && needsParts(blob.size);
    return secureAddress(
      inParts
        ? await putInParts(client, key, blob, checkpoints, onProgress)
        : await putWhole(client, key, blob, onProgress),
    );
  } catch (error) {
    throw new OssError(kindOf(error), error);
  }
}

async function putWhole(
  client: OSS,
  key: string,
  blob: Blob,
  onProgress: TransportContext['onProgress'],
): Promise<string> {
  const options: PutOptions = {
    mime: blob.type || 'application/octet-stream',
    ctx: { onProgress, blob },
  };
  const result = (await client.put(key, blob, options)) as OSS.PutObjectResult & { url: string };
  if (result.res.status !== 200) throw new Error(`status ${result.res.status}`);
  return result.url;
}

async function openClient(credentials: OssCredentials): Promise<OSS> {
  const { default: Client } = await loadSdk();
  const options: ClientOptions = {
    accessKeyId: credentials.accessKeyId,
    accessKeySecret: credentials.accessKeySecret,
    stsToken: credentials.securityToken,
    // Given alone it turns nothing on; without it the SDK writes advice about renewal to the console.
    refreshSTSTokenInterval: timeout,
    bucket: credentials.bucket,
    region: credentials.region,
    endpoint: credentials.endpoint,
    sldEnable: credentials.endpoint !== undefined && !isAliyun(credentials.endpoint),
    authorizationV4: true,
    secure: true,
    timeout,
    retryMax,
    urllib: transport,
  };
  return new Client(options);
}

async function loadSdk() {
  try {
    return await import('ali-oss');
  } catch (error) {
    throw Object.assign(new Error('the SDK did not load', { cause: error }), { status: -1 });
  }
}

/** Aliyun's own endpoints take the bucket in the host's name, others in the path. */
function isAliyun(endpoint: string): boolean {
  return /\.aliyuncs\.com(:\d+)?\/?$/.test(endpoint);
}

function kindOf(error: unknown): OssErrorKind {
  const { status = 0, code = '' } = error as { status?: number; code?: string };
  if (credentialCodes.has(code)) return 'expired';
  return status < 0 || status >= 500 ? 'network' : 'refused';
}

function secureAddress(address: string): string {
  const url = new URL(address);
  if (!loopback.test(url.hostname)) url.protocol = 'https:';
  return url.href;
}
