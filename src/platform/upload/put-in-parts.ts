import type OSS from 'ali-oss';
import { isSlowConnection } from './connection.ts';
import { retry } from './retry.ts';
import type { TransportContext } from './transport.ts';

/** State of an upload in parts, from which the upload can continue. */
export interface Checkpoint {
  /** The object's key in the store. */
  key: string;
  /** The store's id of this upload. */
  uploadId: string;
  /** Size of the whole object, bytes. */
  size: number;
  /** Size of each part except the last, bytes. */
  partSize: number;
  done: { number: number; etag: string }[];
}

/** Stores an upload's checkpoint after each part, also for later visits. */
export interface Checkpoints {
  read(): Promise<Checkpoint | null>;
  save(checkpoint: Checkpoint): Promise<void>;
}

/** 'expired': retry with new credentials. 'refused': the store rejects the upload. 'network': there was no response. */
export type OssErrorKind = 'refused' | 'expired' | 'network';

const credentialCodes = new Set(['SecurityTokenExpired', 'InvalidSecurityToken', 'InvalidAccessKeyId']);

/** Returns the kind of an SDK's error. */
export function kindOf(error: unknown): OssErrorKind {
  const { status = 0, code = '' } = error as { status?: number; code?: string };
  if (credentialCodes.has(code)) return 'expired';
  return status < 0 || status >= 500 ? 'network' : 'refused';
}

/** A method of the SDK that its types lack. It uploads a part; the transport sends that part's bytes from a blob. */
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

interface ListedPart {
  PartNumber: string;
  ETag: string;
}

type DonePart = Checkpoint['done'][number];

const kB = 1024;
/** Stores require parts of at least 100 kB. Small parts make it cheap to repeat a lost part on a slow network. */
const partSizes = { slow: 128 * kB, other: 256 * kB };

/** True for more than 256 kB, or on a slow network for more than 128 kB. */
export function needsParts(size: number): boolean {
  return size > (isSlowConnection() ? partSizes.slow : partSizes.other);
}

/**
 * Uploads a blob in parts and returns its address. Continues from a checkpoint with the same key and size. If the store
 * refuses that, for example because it does not know the upload, starts from the beginning. Throws the SDK's errors.
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
      // The page may have closed before it knew that the last part had arrived.
      const stored = await storedParts(client, saved);
      const done = [...new Map([...saved.done, ...stored].map(part => [part.number, part])).values()];
      return await sendParts(client, blob, { ...saved, done }, checkpoints, onProgress);
    } catch (error) {
      // The store would refuse this upload every time.
      if (!isRefusal(error)) throw error;
    }
  }
  return sendParts(client, blob, await begin(client, key, blob), checkpoints, onProgress);
}

async function begin(client: OSS, key: string, blob: Blob): Promise<Checkpoint> {
  const mime = blob.type || 'application/octet-stream';
  const { uploadId } = await client.initMultipartUpload(key, { mime });
  const partSize = isSlowConnection() ? partSizes.slow : partSizes.other;
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
    // The store just accepted a part. If it does not know the upload now, it has completed it without a response.
    if (isUnknownUpload(error) && addressOfPart !== null) return addressOfPart;
    throw error;
  }
}

/** Sends one part. After a lost connection, sends it again only if the store does not have it. */
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

/** The parts that the store has, each with the object's address. Empty if the request fails. */
async function storedParts(
  client: OSS,
  { key, uploadId }: Pick<Checkpoint, 'key' | 'uploadId'>,
): Promise<(DonePart & { address: string })[]> {
  try {
    const { parts, res } = await client.listParts(key, uploadId);
    const address = addressIn(res as UploadResponse);
    // If there is only one part, the SDK returns it without a list.
    const listed = [parts as unknown as ListedPart | ListedPart[]].flat();
    return listed.map(({ PartNumber, ETag }) => ({ number: Number(PartNumber), etag: ETag, address }));
  } catch {
    return [];
  }
}

/** The same client, but without the SDK's automatic retries. */
function withoutRetries(client: OSS): PartUploads {
  const { options } = client as unknown as { options: OSS.Options };
  return Object.assign(Object.create(client), { options: { ...options, retryMax: 0 } });
}

/** True if there was no response; the SDK then sets a status below 0. */
function isLost(error: unknown): boolean {
  return ((error as { status?: number }).status ?? 0) < 0;
}

function isRefusal(error: unknown): boolean {
  return ((error as { status?: number }).status ?? 0) >= 400 && kindOf(error) === 'refused';
}

function isUnknownUpload(error: unknown): boolean {
  return (error as { code?: string }).code === 'NoSuchUpload';
}

/** Reads the object's address from a response. */
function addressIn({ requestUrls: [address = ''] }: UploadResponse): string {
  return address.split('?')[0] ?? '';
}
