import sharp from 'sharp';
import { vi } from 'vitest';

/** The fake JPEG's content, as JSON: how the photo was drawn. */
export interface DrawnAs {
  width: number;
  height: number;
  quality: number;
  ground: string;
}

export interface Decoded {
  /** The number of pixels in the largest decoded picture. */
  mostPixels: number;
  /** The number of pictures that are still in memory. */
  open: number;
}

const sides = { width: 0, height: 0 };

/** Gives the page fake workers and a fake canvas until the test ends, because the test environment cannot draw. */
export async function openFakeDrawing(): Promise<Decoded> {
  const decoded: Decoded = { mostPixels: 0, open: 0 };
  const bitmap = ({ width, height }: typeof sides) => {
    decoded.mostPixels = Math.max(decoded.mostPixels, width * height);
    decoded.open++;
    return { width, height, close: () => decoded.open-- };
  };
  vi.stubGlobal('createImageBitmap', async (source: Blob | typeof sides, options?: ImageBitmapOptions) => {
    const { resizeWidth, resizeHeight, resizeQuality, imageOrientation = 'from-image' } = options ?? {};
    if ((resizeWidth || resizeHeight) && resizeQuality !== 'high') throw new Error('It would be coarse.');
    const { width, height } = source instanceof Blob ? await sizeOf(source, imageOrientation) : source;
    const scale = (resizeWidth ?? 0) / width || (resizeHeight ?? 0) / height || 1;
    return bitmap({
      width: resizeWidth ?? Math.round(width * scale),
      height: resizeHeight ?? Math.round(height * scale),
    });
  });
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  await openFakeWorkers();
  return decoded;
}

async function sizeOf(blob: Blob, orientation: ImageOrientation): Promise<typeof sides> {
  const { autoOrient, width, height } = await sharp(Buffer.from(await blob.arrayBuffer())).metadata();
  return orientation === 'from-image' ? autoOrient : { width, height };
}

/** Runs the worker's code in the page, one picture at a time. */
async function openFakeWorkers(): Promise<void> {
  let current: Worker | null = null;
  vi.stubGlobal('postMessage', (data: unknown) =>
    current?.onmessage?.(new MessageEvent('message', { data })),
  );
  let work: (event: MessageEvent) => void = () => {};
  const listen = vi.spyOn(globalThis, 'addEventListener').mockImplementation((_type, listener) => {
    work = listener as typeof work;
  });
  await import('../../../src/platform/pictures/image-worker.ts');
  listen.mockRestore();
  vi.stubGlobal(
    'Worker',
    class {
      postMessage(data: unknown) {
        current = this as unknown as Worker;
        work(new MessageEvent('message', { data }));
      }
      terminate() {
        current = null;
      }
    },
  );
}

/** Exports its size, and the colour under the picture, as JSON. */
class FakeCanvas {
  width = 0;
  height = 0;
  #ground = '';
  #filled = '';

  constructor(width: number, height: number) {
    Object.assign(this, { width, height });
  }

  getContext() {
    const canvas = this;
    return {
      set fillStyle(color: string) {
        canvas.#ground = color;
      },
      fillRect(x: number, y: number, width: number, height: number) {
        const isWhole = x === 0 && y === 0 && width === canvas.width && height === canvas.height;
        if (isWhole) canvas.#filled = canvas.#ground;
      },
      drawImage() {},
    };
  }

  async convertToBlob({ type, quality }: { type: string; quality: number }): Promise<Blob> {
    const drawn: DrawnAs = { width: this.width, height: this.height, quality, ground: this.#filled };
    return new Blob([JSON.stringify(drawn)], { type });
  }
}
