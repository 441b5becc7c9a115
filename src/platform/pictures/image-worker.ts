import { fitInto, type Size } from './read-jpeg-header.ts';

/** A picture to redraw upright as JPEG. `size` is its upright size, if known before decoding. */
export interface ImageRequest {
  blob: Blob;
  longSide: number;
  quality: number;
  size: Size | null;
  /** If not null, the reply also contains the decoded picture, with at most this long side, px. */
  lookSide: number | null;
}

export interface Drawn {
  jpeg: Blob;
  look: ImageBitmap | null;
}

/** Null if this browser's workers cannot decode or draw the picture. */
export type ImageReply = Drawn | null;

addEventListener('message', async (event: MessageEvent<ImageRequest>) => {
  const reply: ImageReply = await redraw(event.data).catch(() => null);
  postMessage(reply, { transfer: reply?.look ? [reply.look] : [] });
});

async function redraw(request: ImageRequest): Promise<Drawn> {
  const bitmap = await decode(request);
  // The decoded picture is optional: if the copy fails, the photo is still uploaded.
  const look = request.lookSide === null ? null : await copy(bitmap, request.lookSide).catch(() => null);
  return { jpeg: await encode(bitmap, request), look };
}

function copy(bitmap: ImageBitmap, longSide: number): Promise<ImageBitmap> {
  const { width, height } = fitInto(bitmap, longSide);
  return createImageBitmap(bitmap, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
}

/** Decodes directly at the target size if possible, because a full-size photo may exceed a phone's memory. */
function decode({ blob, size, lookSide, ...request }: ImageRequest): Promise<ImageBitmap> {
  const longSide = Math.max(request.longSide, lookSide ?? 0);
  const options: ImageBitmapOptions = { imageOrientation: 'from-image', resizeQuality: 'high' };
  // Set only one side. The other follows in proportion, even in browsers that resize before they rotate.
  if (size && size.width > Math.max(size.height, longSide)) options.resizeWidth = longSide;
  if (size && size.height >= Math.max(size.width, longSide + 1)) options.resizeHeight = longSide;
  return createImageBitmap(blob, options);
}

async function encode(bitmap: ImageBitmap, { longSide, quality }: ImageRequest): Promise<Blob> {
  const { width, height } = fitInto(bitmap, longSide);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency, so without a background, transparent areas would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
