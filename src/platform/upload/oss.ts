import type OSS from 'ali-oss';
import { type Checkpoints, kindOf, needsParts, type OssErrorKind, putInParts } from './put-in-parts.ts';
import { retryMax } from './retry.ts';
import { type OssCredentials, storeOptions } from './store-options.ts';
import { type TransportContext, transport } from './transport.ts';

/** An upload to the object store failed. `cause` is the SDK's error. */
export class OssError extends Error {
  override readonly name = 'OssError';
  readonly kind: OssErrorKind;

  constructor(kind: OssErrorKind, cause: unknown) {
    super(`The upload failed: ${kind}`, { cause });
    this.kind = kind;
  }
}

interface UploadOptions {
  onProgress?: TransportContext['onProgress'];
  /** Stores the progress of a large upload. If undefined, the upload is a single request. */
  checkpoints?: Checkpoints | undefined;
}

const loopback = /^(localhost|127(\.\d+){3})$/;

/** Uploads a blob, in parts if large. Returns its address (https, except for a local store). Throws an `OssError`. */
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
  const options: OSS.PutObjectOptions & { ctx: TransportContext } = {
    mime: blob.type || 'application/octet-stream',
    ctx: { onProgress, blob },
  };
  // Needs no check of the status, because the SDK throws for every status except 200.
  const { url } = (await client.put(key, blob, options)) as OSS.PutObjectResult & { url: string };
  return url;
}

async function openClient(credentials: OssCredentials): Promise<OSS> {
  const { default: Client } = await loadSdk();
  const options = { ...storeOptions(credentials), retryMax, urllib: transport };
  return new Client(options);
}

async function loadSdk() {
  try {
    return await import('ali-oss');
  } catch (error) {
    throw Object.assign(new Error('the SDK did not load', { cause: error }), { status: -1 });
  }
}

function secureAddress(address: string): string {
  const url = new URL(address);
  if (!loopback.test(url.hostname)) url.protocol = 'https:';
  return url.href;
}
