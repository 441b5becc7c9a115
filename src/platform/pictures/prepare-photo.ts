import { isSlowLine } from '../upload/line.ts';
import type { Drawn, ImageReply, ImageRequest } from './image-worker.ts';
import { isCanvasTrue } from './is-canvas-true.ts';
import { pictureType } from './picture-type.ts';
import { type JpegHeader, readJpegHeader } from './read-jpeg-header.ts';
import { fitInto, uprightSize } from './upright-size.ts';

/** Long side of an uploaded photo, px; on a slow line less, and still twice what a picture needs of a face. */
const longSides = { slow: 1280, other: 2048 };
// At most a fifth of what a camera's 12 megapixels weigh, and still every detail of a face (`npm run bench -- upload`).
const photoQuality = 0.8;
const thumbnailQuality = 0.6;
// Above this even a photo of the right size is re-encoded, to spare slow networks.
const largestUntouched = 1.5 * 1024 * 1024;
// EXIF and its preview picture stand before the size; together they are rarely above 64 kB.
const headerBytes = 512 * 1024;
const endOfImage = [0xff, 0xd9].join();

/** Time after which a picture is given up that neither comes nor fails, ms: a slow phone takes several seconds for a large one. */
const drawLimit = 20_000;

let lastDecode: Promise<unknown> = Promise.resolve();

/**
 * Makes a photo ready for upload: upright, at most 2048 px (1280 px on a slow line), JPEG, without metadata (the place
 * it was taken at). A photo that needs no change, or that the browser cannot decode in time, is returned as it is.
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
  const photo = await hold(file);
  const header = await headerOf(photo);
  const longSide = isSlowLine() ? longSides.slow : longSides.other;
  if (header && isReady(photo, header, longSide) && (await isWhole(photo))) return photo;
  const drawn = await redraw(photo, header, { longSide, quality: photoQuality, lookSide: null });
  return drawn?.jpeg ?? photo;
}

/** A small picture of a photo, and what a coach may look at. */
export interface Thumbnail {
  /** A `data:` address (JPEG); the photo's own until the page ends if the browser cannot draw; empty if it cannot decode the photo. */
  address: string;
  /** The decoded photo where it was asked for and the browser can hand it over. */
  look: ImageBitmap | null;
}

/** Makes a small picture of a photo; the decoded photo comes with it, its long side at most `lookSide`, unless that is null. */
export async function thumbnail(blob: Blob, longSide: number, lookSide: number | null): Promise<Thumbnail> {
  const drawn = await redraw(blob, await headerOf(blob), { longSide, quality: thumbnailQuality, lookSide });
  if (drawn) return { address: await dataAddress(drawn.jpeg), look: drawn.look };
  return { address: isCanvasTrue() ? '' : URL.createObjectURL(blob), look: null };
}

/** A GIF of one pixel, which every browser can open. */
const anyPicture = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';

let canOpen: Promise<boolean> | null = null;

/** Whether this browser can open pictures at all: where it can, one that it cannot open is damaged, or of a kind that it does not know. */
export function canOpenPictures(): Promise<boolean> {
  const picture = new Blob([Uint8Array.from(atob(anyPicture), letter => letter.charCodeAt(0))]);
  canOpen ??= isCanvasTrue() ? canOpenPicture(picture) : Promise.resolve(false);
  return canOpen;
}

/** Whether this browser can open that picture; true if its canvas does not let us know. */
export async function canOpenPicture(blob: Blob): Promise<boolean> {
  if (!isCanvasTrue()) return true;
  return (await redraw(blob, null, { longSide: 1, quality: thumbnailQuality, lookSide: null })) !== null;
}

/** The bytes of a file in memory, since a picked file can be empty when it is read again; its type is theirs, whatever it said. */
async function hold(file: Blob): Promise<Blob> {
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

/** Whether a JPEG has its end: browsers show what is there of one that was cut off, a server refuses it. */
async function isWhole(jpeg: Blob): Promise<boolean> {
  return [...new Uint8Array(await jpeg.slice(-2).arrayBuffer())].join() === endOfImage;
}

/** Draws a picture anew, one at a time because two decoded photos may be too much for a phone's memory. */
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
  // A decoder that has no end in a worker has none on the page.
  if (reply === 'silent') return null;
  return reply ?? inLimit(redrawOnPage(request), () => null);
}

/** A worker for each picture: ending it is the one sure way to get its memory back. Rejects where there are no workers. */
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

/** The `data:` address of a file. */
export function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
