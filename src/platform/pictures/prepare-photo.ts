import { isSlowConnection } from '../upload/connection.ts';
import type { Drawn, ImageReply, ImageRequest } from './image-worker.ts';
import { isCanvasTrue } from './is-canvas-true.ts';
import { pictureType } from './picture-type.ts';
import { fitInto, type JpegHeader, readJpegHeader, uprightSize } from './read-jpeg-header.ts';

/** Maximum long side of an uploaded photo, px. The smaller one still shows a face at twice the needed size. */
const longSides = { slow: 1280, other: 2048 };
// JPEG quality. Keeps every facial detail of a 12-megapixel photo (`npm run bench -- upload`).
const photoQuality = 0.8;
const thumbnailQuality = 0.6;
// In bytes. On slow networks, larger photos are re-encoded even if their pixel size fits.
const largestUntouched = 1.5 * 1024 * 1024;
// A JPEG states its size after the EXIF data and their preview, which together rarely exceed 64 kB.
const headerBytes = 512 * 1024;
const endOfImage = [0xff, 0xd9].join();

/** Timeout for decoding and drawing, ms. A slow phone needs several seconds for a large photo. */
const drawLimit = 20_000;

let lastDecode: Promise<unknown> = Promise.resolve();

/**
 * Prepares a photo for upload: upright, at most 2048 px (1280 px on slow networks), JPEG, without metadata such as the
 * location. Returns the photo unchanged if there is nothing to change, or if the browser cannot decode it in time.
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
  const photo = await readWhole(file);
  const header = await headerOf(photo);
  const longSide = isSlowConnection() ? longSides.slow : longSides.other;
  if (header && isReady(photo, header, longSide) && (await isWhole(photo))) return photo;
  const drawn = await redraw(photo, header, { longSide, quality: photoQuality, lookSide: null });
  return drawn?.jpeg ?? photo;
}

export interface Thumbnail {
  /** A `data:` URL; a `blob:` URL if the browser cannot draw; an empty string if it cannot decode the photo. */
  address: string;
  /** The decoded photo; null if it was not requested or could not be decoded. */
  look: ImageBitmap | null;
}

/** Makes a thumbnail. `look` has a long side of at most `lookSide` px; it is null if `lookSide` is null. */
export async function thumbnail(blob: Blob, longSide: number, lookSide: number | null): Promise<Thumbnail> {
  const drawn = await redraw(blob, await headerOf(blob), { longSide, quality: thumbnailQuality, lookSide });
  if (drawn) return { address: await dataAddress(drawn.jpeg), look: drawn.look };
  return { address: isCanvasTrue() ? '' : URL.createObjectURL(blob), look: null };
}

/** A GIF of one pixel, which every browser can decode. */
const anyPicture = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';

let canOpen: Promise<boolean> | null = null;

/** True if this browser can decode pictures at all. A picture that fails is then damaged or of an unknown type. */
export function canOpenPictures(): Promise<boolean> {
  const picture = new Blob([Uint8Array.from(atob(anyPicture), letter => letter.charCodeAt(0))]);
  canOpen ??= isCanvasTrue() ? canOpenPicture(picture) : Promise.resolve(false);
  return canOpen;
}

/** True if this browser can decode the picture, or if that cannot be tested because the canvas is unreliable. */
export async function canOpenPicture(blob: Blob): Promise<boolean> {
  if (!isCanvasTrue()) return true;
  return (await redraw(blob, null, { longSide: 1, quality: thumbnailQuality, lookSide: null })) !== null;
}

/** Reads the file into memory, because a picked file may be empty when read again. Its bytes determine the type. */
async function readWhole(file: Blob): Promise<Blob> {
  const bytes = await file.arrayBuffer();
  return new Blob([bytes], { type: pictureType(new Uint8Array(bytes))?.type ?? file.type });
}

async function headerOf(blob: Blob): Promise<JpegHeader | null> {
  return readJpegHeader(await blob.slice(0, headerBytes).arrayBuffer());
}

function isReady(photo: Blob, header: JpegHeader, longSide: number): boolean {
  const fits = Math.max(header.width, header.height) <= longSide && photo.size <= largestUntouched;
  return fits && header.orientation === 1 && !header.hasMetadata;
}

/** False for a truncated JPEG, which browsers display but servers reject. */
async function isWhole(jpeg: Blob): Promise<boolean> {
  return [...new Uint8Array(await jpeg.slice(-2).arrayBuffer())].join() === endOfImage;
}

/** Redraws one picture at a time, because two decoded photos may exceed a phone's memory. */
function redraw(
  blob: Blob,
  header: JpegHeader | null,
  how: Pick<ImageRequest, 'longSide' | 'quality' | 'lookSide'>,
): Promise<Drawn | null> {
  const request = { blob, size: header && uprightSize(header), ...how };
  const result = lastDecode.then(() => redrawNow(request));
  lastDecode = result.catch(() => undefined);
  return result;
}

async function redrawNow(request: ImageRequest): Promise<Drawn | null> {
  if (!isCanvasTrue()) return null;
  const reply = await askWorker(request).catch(() => null);
  // If the worker did not respond, decoding on the page would hang too.
  if (reply === 'silent') return null;
  return reply ?? inLimit(redrawOnPage(request), () => null);
}

/** Uses a new worker for each picture, because only terminating it frees its memory. Rejects without workers. */
async function askWorker(request: ImageRequest): Promise<ImageReply | 'silent'> {
  const worker = new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' });
  const reply = new Promise<ImageReply>(resolve => {
    worker.onmessage = (event: MessageEvent<ImageReply>) => resolve(event.data);
    worker.onerror = () => resolve(null);
    worker.postMessage(request);
  });
  return inLimit<ImageReply | 'silent'>(reply, () => 'silent').finally(() => worker.terminate());
}

function inLimit<T>(work: Promise<T>, onLimit: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(onLimit()), drawLimit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function redrawOnPage({ blob, longSide, quality }: ImageRequest): Promise<Drawn | null> {
  const address = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { width, height } = fitInto({ width: image.naturalWidth, height: image.naturalHeight }, longSide);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    const jpeg = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality));
    return jpeg && { jpeg, look: null };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
