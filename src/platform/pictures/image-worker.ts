import { fitInto, type Size } from './upright-size.ts';

/** A picture to be drawn upright as a JPEG; `size` is its upright size where that is known before decoding. */
export interface ImageRequest {
  blob: Blob;
  longSide: number;
  quality: number;
  size: Size | null;
  /** Set: the decoded picture is wanted too, its long side at most this, px. */
  lookSide: number | null;
}

/** A picture drawn anew, and the decoded one where it was wanted. */
export interface Drawn {
  jpeg: Blob;
  look: ImageBitmap | null;
}

/** Null when this browser cannot decode that picture, or cannot draw at all, in a worker. */
export type ImageReply = Drawn | null;

addEventListener('message', async (event: MessageEvent<ImageRequest>) => {
  const reply: ImageReply = await redraw(event.data).catch(() => null);
  postMessage(reply, { transfer: reply?.look ? [reply.look] : [] });
});

async function redraw(request: ImageRequest): Promise<Drawn> {
  const bitmap = await decode(request);
  // Without it the photo is uploaded all the same.
  const look = request.lookSide === null ? null : await copy(bitmap, request.lookSide).catch(() => null);
  return { jpeg: await encode(bitmap, request), look };
}

function copy(bitmap: ImageBitmap, longSide: number): Promise<ImageBitmap> {
  const { width, height } = fitInto(bitmap, longSide);
  return createImageBitmap(bitmap, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
}

/** Decodes straight to the target size where possible: a phone may not have the memory for all pixels of its camera. */
function decode({ blob, size, lookSide, ...request }: ImageRequest): Promise<ImageBitmap> {
  const longSide = Math.max(request.longSide, lookSide ?? 0);
  const options: ImageBitmapOptions = { imageOrientation: 'from-image', resizeQuality: 'high' };
  // Naming one side only keeps the shape, even in a browser that resizes before it turns the picture upright.
  if (size && size.width > Math.max(size.height, longSide)) options.resizeWidth = longSide;
  if (size && size.height >= Math.max(size.width, longSide + 1)) options.resizeHeight = longSide;
  return createImageBitmap(blob, options);
}

async function encode(bitmap: ImageBitmap, { longSide, quality }: ImageRequest): Promise<Blob> {
  const { width, height } = fitInto(bitmap, longSide);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  // JPEG knows no transparency, and would show it black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
