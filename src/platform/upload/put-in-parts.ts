import type OSS from 'ali-oss';
import { isSlowLine } from './line.ts';
import { retry } from './retry.ts';
import type { TransportContext } from './transport.ts';

/** How far an upload in parts has come: what is needed to go on with it. */
export interface Checkpoint {
  /** Where the object will lie. */
  key: string;
  /** The store's name of this upload. */
  uploadId: string;
  /** Bytes of the whole. */
  size: number;
  /** Bytes of each part but the last. */
  partSize: number;
  done: { number: number; etag: string }[];
}

/** Where the checkpoint of an upload is saved between two parts, and between two visits. */
export interface Checkpoints {
  read(): Promise<Checkpoint | null>;
  save(checkpoint: Checkpoint): Promise<void>;
}

/** `expired`: other credentials would do; `refused`: the store says no; `network`: no response from it. */
export type OssErrorKind = 'refused' | 'expired' | 'network';

const credentialCodes = new Set(['SecurityTokenExpired', 'InvalidSecurityToken', 'InvalidAccessKeyId']);

/** What an error of the SDK means. */
export function kindOf(error: unknown): OssErrorKind {
  const { status = 0, code = '' } = error as { status?: number; code?: string };
  if (credentialCodes.has(code)) return 'expired';
  return status < 0 || status >= 500 ? 'network' : 'refused';
}

/** What the SDK has and its published types lack: `uploadPart` for a part whose bytes the transport gets as a blob. */
interface PartUploads {
  _uploadPart(
    key: string,
    uploadId: string,
    number: number,
    data: { size: number },
    options: { disabledMD5: boolean; ctx: TransportContext },
  ): Promise<{ etag: string; res: UploadResponse }>;
}

type UploadResponse = OSS.NormalSuccessResponse & { requestUrls: string[] };

/** A part as the store lists it. */
interface ListedPart {
  PartNumber: string;
  ETag: string;
}

type DonePart = Checkpoint['done'][number];

const kB = 1024;
/** A store takes no parts below 100 kB; on a slow line a lost one should cost little. */
const partSizes = { slow: 128 * kB, other: 256 * kB };

/** Whether a photo goes up in parts: above 256 kB, on a slow line already above one part. */
export function needsParts(size: number): boolean {
  return size > (isSlowLine() ? partSizes.slow : partSizes.other);
}

/**
 * Uploads a blob in parts and returns its address. Resumes from a saved checkpoint of the same key and size; starts
 * over if the store refuses to go on with it, as when it no longer knows the upload. Throws what the SDK throws.
 */
export async function putInParts(
  client: OSS,
  key: string,
  blob: Blob,
  checkpoints: Checkpoints,
  onProgress?: TransportContext['onProgress'],
): Promise<string> {
  const saved = await checkpoints.read();
  if (saved?.key === key && saved.size === blob.size) {
    try {
      // The page may have ended before it knew that the last part had arrived.
      const stored = await storedParts(client, saved);
      const done = [...new Map([...saved.done, ...stored].map(part => [part.number, part])).values()];
      return await sendParts(client, blob, { ...saved, done }, checkpoints, onProgress);
    } catch (error) {
      // What the store refuses now it would refuse of this upload each time.
      if (!isRefusal(error)) throw error;
    }
  }
  return sendParts(client, blob, await begin(client, key, blob), checkpoints, onProgress);
}

async function begin(client: OSS, key: string, blob: Blob): Promise<Checkpoint> {
  const mime = blob.type || 'application/octet-stream';
  const { uploadId } = await client.initMultipartUpload(key, { mime });
  const partSize = isSlowLine() ? partSizes.slow : partSizes.other;
  return { key, uploadId, size: blob.size, partSize, done: [] };
}

async function sendParts(
  client: OSS,
  blob: Blob,
  { done: doneBefore, ...upload }: Checkpoint,
  checkpoints: Checkpoints,
  onProgress: TransportContext['onProgress'],
): Promise<string> {
  const { key, uploadId, size, partSize } = upload;
  const done = [...doneBefore];
  let addressOfPart: string | null = null;
  await checkpoints.save({ ...upload, done });
  for (let number = 1; (number - 1) * partSize < size; number++) {
    const start = (number - 1) * partSize;
    const end = Math.min(size, start + partSize);
    if (!done.some(part => part.number === number)) {
      const ctx = {
        blob: blob.slice(start, end),
        onProgress: (sent: number) => onProgress?.(start + sent, size),
      };
      const { etag, address } = await sendPart(client, upload, number, ctx);
      addressOfPart = address;
      done.push({ number, etag });
      await checkpoints.save({ ...upload, done });
    }
    onProgress?.(end, size);
  }
  try {
    const { res } = await client.completeMultipartUpload(key, uploadId, done);
    return addressIn(res as UploadResponse);
  } catch (error) {
    // The store has just taken a part: if it does not know the upload now, it has completed it, and its response was lost.
    if (isUnknownUpload(error) && addressOfPart !== null) return addressOfPart;
    throw error;
  }
}

/** Sends one part; when its connection was lost, only if the store does not have it. */
async function sendPart(
  client: OSS,
  upload: Pick<Checkpoint, 'key' | 'uploadId'>,
  number: number,
  ctx: TransportContext & { blob: Blob },
): Promise<{ etag: string; address: string }> {
  const { key, uploadId } = upload;
  return retry(isLost, async lost => {
    const stored = lost > 0 && (await storedParts(client, upload)).find(part => part.number === number);
    if (stored) return stored;
    const options = { disabledMD5: true, ctx };
    const sender = withoutRetries(client);
    const { etag, res } = await sender._uploadPart(key, uploadId, number, { size: ctx.blob.size }, options);
    return { etag, address: addressIn(res) };
  });
}

/** The parts that the store has, with the address of their object; none where it does not tell. */
async function storedParts(
  client: OSS,
  { key, uploadId }: Pick<Checkpoint, 'key' | 'uploadId'>,
): Promise<(DonePart & { address: string })[]> {
  try {
    const { parts, res } = await client.listParts(key, uploadId);
    const address = addressIn(res as UploadResponse);
    // Of a single part the SDK makes no list.
    const listed = [parts as unknown as ListedPart | ListedPart[]].flat();
    return listed.map(({ PartNumber, ETag }) => ({ number: Number(PartNumber), etag: ETag, address }));
  } catch {
    return [];
  }
}

/** The same client, which repeats no request by itself. */
function withoutRetries(client: OSS): PartUploads {
  const { options } = client as unknown as { options: OSS.Options };
  return Object.assign(Object.create(client), { options: { ...options, retryMax: 0 } });
}

/** Whether a request had no response: the SDK gives such an error a status below 0. */
function isLost(error: unknown): boolean {
  return ((error as { status?: number }).status ?? 0) < 0;
}

function isRefusal(error: unknown): boolean {
  return ((error as { status?: number }).status ?? 0) >= 400 && kindOf(error) === 'refused';
}

function isUnknownUpload(error: unknown): boolean {
  return (error as { code?: string }).code === 'NoSuchUpload';
}

/** The address of the object that a request was about. */
function addressIn({ requestUrls: [address = ''] }: UploadResponse): string {
  return address.split('?')[0] ?? '';
}
