import type OSS from 'ali-oss';
import { get, set } from 'idb-keyval';
import { array, number, numberIn, object, string } from '../parse.ts';
import { inDatabase, photoStore } from '../storage/database.ts';
import { uploadKey } from '../storage/photo-blobs.ts';
import { isSlowConnection } from './connection.ts';
import { retry } from './retry.ts';
import type { TransportContext } from './transport.ts';

/** The state from which an interrupted multipart upload can continue. */
export interface Checkpoint {
  /** The object's key in the object store. */
  key: string;
  /** The object store's id for this upload. */
  uploadId: string;
  /** Total size of the object, bytes. */
  size: number;
  /** Size of each part (the last may be smaller), bytes. */
  partSize: number;
  done: { number: number; etag: string }[];
}

/** Saves the checkpoint after each part, so that a later visit can continue the upload. */
export interface Checkpoints {
  read(): Promise<Checkpoint | null>;
  save(checkpoint: Checkpoint): Promise<void>;
}

/** 'expired': retry with new credentials. 'refused': the store rejected the upload. 'network': no response. */
export type OssErrorKind = 'refused' | 'expired' | 'network';

const credentialCodes = new Set(['SecurityTokenExpired', 'InvalidSecurityToken', 'InvalidAccessKeyId']);

/** Classifies an error of the SDK. */
export function kindOf(error: unknown): OssErrorKind {
  const { status = 0, code = '' } = error as { status?: number; code?: string };
  if (credentialCodes.has(code)) return 'expired';
  return status < 0 || status >= 500 ? 'network' : 'refused';
}

/** An SDK method that its types lack. It uploads one part; the transport sends the part's bytes from a blob. */
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
/** Stores require parts of at least 100 kB. On slow networks, smaller parts make it cheaper to resend a lost one. */
const partSizes = { slow: 128 * kB, other: 256 * kB };

/** True if the blob is larger than one part: 256 kB, or 128 kB on a slow network. */
export function needsParts(size: number): boolean {
  return size > (isSlowConnection() ? partSizes.slow : partSizes.other);
}

/**
 * Uploads a blob in parts and returns its address. Continues from a checkpoint if its key and size match. If the store
 * rejects the checkpoint (for example as an unknown upload), starts from the beginning. Throws the SDK's errors.
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
      // Ask the store too, because it has more parts if the page closed before a response arrived.
      const stored = await storedParts(client, saved);
      const done = [...new Map([...saved.done, ...stored].map(part => [part.number, part])).values()];
      return await sendParts(client, blob, { ...saved, done }, checkpoints, onProgress);
    } catch (error) {
      // This checkpoint would fail every time, so start again without it.
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
    // If the store does not know the upload, an earlier attempt completed it, and the response was lost.
    if (isUnknownUpload(error) && addressOfPart !== null) return addressOfPart;
    throw error;
  }
}

/** Sends one part. If the connection is lost, resends the part only if the store does not have it. */
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

/** Lists the parts that the store has, each with the object's address. Returns an empty list if the request fails. */
async function storedParts(
  client: OSS,
  { key, uploadId }: Pick<Checkpoint, 'key' | 'uploadId'>,
): Promise<(DonePart & { address: string })[]> {
  try {
    const { parts, res } = await client.listParts(key, uploadId);
    const address = addressIn(res as UploadResponse);
    // If there is only one part, the SDK returns it outside a list.
    const listed = [parts as unknown as ListedPart | ListedPart[]].flat();
    return listed.map(({ PartNumber, ETag }) => ({ number: Number(PartNumber), etag: ETag, address }));
  } catch {
    return [];
  }
}

/** Returns the same client without the SDK's automatic retries. */
function withoutRetries(client: OSS): PartUploads {
  const { options } = client as unknown as { options: OSS.Options };
  return Object.assign(Object.create(client), { options: { ...options, retryMax: 0 } });
}

/** True if there was no response; the SDK then sets a negative status. */
const isLost = (error: unknown): boolean => ((error as { status?: number }).status ?? 0) < 0;

function isRefusal(error: unknown): boolean {
  return ((error as { status?: number }).status ?? 0) >= 400 && kindOf(error) === 'refused';
}

function isUnknownUpload(error: unknown): boolean {
  return (error as { code?: string }).code === 'NoSuchUpload';
}

/** Extracts the object's address from a response. */
function addressIn({ requestUrls: [address = ''] }: UploadResponse): string {
  return address.split('?')[0] ?? '';
}

const parseCheckpoint = object<Checkpoint>({
  key: string,
  uploadId: string,
  size: number,
  partSize: numberIn(1, Infinity),
  done: array(object({ number, etag: string })),
});

/** Saves an upload's progress in IndexedDB. `id` is the photo's id. */
export function checkpointsOf(id: string): Checkpoints {
  return {
    async read() {
      try {
        return parseCheckpoint(await inDatabase(() => get(uploadKey(id), photoStore)));
      } catch {
        return null;
      }
    },
    async save(checkpoint) {
      try {
        await inDatabase(() => set(uploadKey(id), checkpoint, photoStore));
      } catch {
        // Storage is full or unavailable, so an interrupted upload will restart from the beginning.
      }
    },
  };
}
