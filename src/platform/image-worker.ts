import { fitInto, type Size } from './image-size.ts';

/** A picture to be drawn upright as a JPEG; `size` is its upright size where that is known before decoding. */
export interface ImageRequest {
  blob: Blob;
  longSide: number;
  quality: number;
  size: Size | null;
}

/** The JPEG; null when this browser cannot decode that picture, or cannot draw at all, in a worker. */
export type ImageReply = Blob | null;

addEventListener('message', async (event: MessageEvent<ImageRequest>) => {
  const reply: ImageReply = await redraw(event.data).catch(() => null);
  postMessage(reply);
});

async function redraw(request: ImageRequest): Promise<Blob> {
  return encode(await decode(request), request);
}

/** Decodes straight to the target size where possible: a phone may not have the memory for all pixels of its camera. */
function decode({ blob, size, longSide }: ImageRequest): Promise<ImageBitmap> {
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
