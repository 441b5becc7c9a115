import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Decoded, type DrawnAs, openFakeDrawing } from '../../../support/phone/fake-drawing.ts';

let photos: typeof import('../../../../src/platform/pictures/prepare-photo.ts');
beforeEach(async () => {
  photos = await import('../../../../src/platform/pictures/prepare-photo.ts');
});
afterEach(() => {
  vi.useRealTimers();
});

test('a photo that a worker does not finish is sent unchanged, and later photos are drawn by a new worker', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended: boolean[] = [];
  const drawn = new Blob(['drawn'], { type: 'image/jpeg' });
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      place = ended.push(false) - 1;
      postMessage() {
        if (this.place > 0) this.onmessage?.({ data: { jpeg: drawn, look: null } });
      }
      terminate() {
        ended[this.place] = true;
      }
    },
  );

  const prepare = (text: string) => photos.preparePhoto(new Blob([text]));
  const [first, second] = [prepare('endless'), prepare('other')];
  await vi.waitUntil(() => ended.length === 1);
  await vi.advanceTimersByTimeAsync(20_000);

  expect(await (await first).text()).toBe('endless');
  expect(await second).toBe(drawn);
  expect(ended).toEqual([true, true]);
});

test('an unchanged photo gets the MIME type that its bytes show', async () => {
  const whole = await sharp('tests/testdata/astronaut.png').jpeg().toBuffer();
  for (const type of ['image/png', 'image/jpg', ''])
    expect((await photos.preparePhoto(new Blob([whole], { type }))).type).toBe('image/jpeg');
});

test('photos are sent unchanged if the browser falsifies what it reads from a canvas', async () => {
  const worker = vi.fn();
  vi.stubGlobal('Worker', worker);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
    putImageData() {},
    // White, as in Firefox with resistFingerprinting.
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(width * height * 4).fill(255),
    }),
  } as never);
  const large = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'gold' } })
    .jpeg()
    .toBuffer();

  const photo = new Blob([large], { type: 'image/jpeg' });
  expect((await photos.preparePhoto(photo)).size).toBe(large.length);
  expect(await photos.canOpenPicture(photo)).toBe(true);
  expect(await photos.canOpenPictures()).toBe(false);
  expect(worker).not.toHaveBeenCalled();
});

describe('photos in a browser with workers', () => {
  let decoded: Decoded;
  beforeEach(async () => {
    decoded = await openFakeDrawing();
  });

  interface PhotoIs {
    orientation?: number;
    format?: 'jpeg' | 'png';
    /** Minimum file size in bytes. */
    size?: number;
  }

  async function aPhoto(
    width: number,
    height: number,
    { orientation, format = 'jpeg', size = 0 }: PhotoIs = {},
  ): Promise<Blob> {
    const plain = sharp({ create: { width, height, channels: 3, background: 'teal' } });
    const picture = orientation === undefined ? plain : plain.withMetadata({ orientation });
    const bytes = await picture.toFormat(format).toBuffer();
    const padding = Buffer.alloc(Math.max(0, size - bytes.length));
    // Insert the padding before the end marker of the JPEG.
    return new Blob([bytes.subarray(0, -2), padding, bytes.subarray(-2)], { type: `image/${format}` });
  }

  const MB = 1024 * 1024;

  test.each<[string, width: number, height: number, PhotoIs]>([
    ['of the right size', 900, 1200, {}],
    ['of exactly the largest size', 2048, 2048, { size: 1.5 * MB }],
  ])('a photo %s and without metadata is uploaded unchanged', async (_, width, height, how) => {
    const photo = await aPhoto(width, height, how);
    const ready = await photos.preparePhoto(photo);
    expect(ready.type).toBe('image/jpeg');
    expect(Buffer.from(await ready.arrayBuffer()).equals(Buffer.from(await photo.arrayBuffer()))).toBe(true);
  });

  test.each<[string, width: number, height: number, PhotoIs, drawn: [width: number, height: number]]>([
    ['with metadata', 900, 1200, { orientation: 1 }, [900, 1200]],
    ['of too many bytes', 900, 1200, { size: 1.5 * MB + 1 }, [900, 1200]],
    ['that is one pixel too wide', 2049, 2048, {}, [2048, 2047]],
    ['of a camera that was held upright', 4000, 3000, { orientation: 8 }, [1536, 2048]],
    ['of another format', 300, 200, { format: 'png' }, [300, 200]],
  ])('a photo %s is drawn again, upright and on white', async (_, width, height, how, drawn) => {
    const ready = await photos.preparePhoto(await aPhoto(width, height, how));

    expect(ready.type).toBe('image/jpeg');
    const found: DrawnAs = JSON.parse(await ready.text());
    expect(found).toEqual({ width: drawn[0], height: drawn[1], quality: 0.8, ground: 'white' });
    // Decoding all pixels of a camera picture could exhaust a phone's memory.
    expect(decoded.mostPixels).toBe(drawn[0] * drawn[1]);
    expect(decoded.open).toBe(0);
  });

  test('with data saver on, photos are scaled to a smaller size', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }));
    const ready = await photos.preparePhoto(await aPhoto(1280, 1600));
    expect(JSON.parse(await ready.text())).toMatchObject({ width: 1024, height: 1280 });
  });

  test('a photo that cannot be decoded is uploaded unchanged, without a thumbnail', async () => {
    const broken = new Blob(['no photo'], { type: 'image/heic' });
    const ready = await photos.preparePhoto(broken);
    expect([ready.type, await ready.text()]).toEqual(['image/heic', 'no photo']);
    expect(await photos.thumbnail(broken, 200, 640)).toEqual({ address: '', look: null });
  });

  test('a thumbnail is decoded alone, or together with a larger picture for the coach', async () => {
    const photo = await aPhoto(3000, 4000);
    const alone = await photos.thumbnail(photo, 200, null);
    expect(alone.look).toBeNull();
    const [head = '', text = ''] = alone.address.split(',');
    expect(head).toBe('data:image/jpeg;base64');
    expect(JSON.parse(atob(text))).toEqual({ width: 150, height: 200, quality: 0.6, ground: 'white' });
    expect(decoded.mostPixels).toBe(150 * 200);

    const { look, address } = await photos.thumbnail(photo, 200, 640);
    expect(look).toMatchObject({ width: 480, height: 640 });
    expect(JSON.parse(atob(address.split(',')[1] ?? ''))).toMatchObject({ width: 150, height: 200 });
    expect(decoded.mostPixels).toBe(480 * 640);
  });

  test('a browser without workers draws photos on the page and revokes their object URLs', async () => {
    vi.stubGlobal('Worker', undefined);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.stubGlobal(
      'Image',
      class {
        src = '';
        naturalWidth = 4096;
        naturalHeight = 1024;
        async decode() {
          if (this.src !== 'blob:1' || revoke.mock.calls.length > 0) throw new Error('nothing is there');
        }
      },
    );
    const canvas = new OffscreenCanvas(0, 0);
    const toBlob = async (take: (blob: Blob | null) => void, type: string, quality: number) =>
      take(await canvas.convertToBlob({ type, quality }));
    const create = vi
      .spyOn(document, 'createElement')
      .mockReturnValue(Object.assign(canvas, { toBlob }) as unknown as HTMLElement);

    const ready = await photos.preparePhoto(await aPhoto(4096, 1024));

    expect(ready.type).toBe('image/jpeg');
    expect(JSON.parse(await ready.text())).toEqual({
      width: 2048,
      height: 512,
      quality: 0.8,
      ground: 'white',
    });
    expect(new Set(create.mock.calls.flat())).toEqual(new Set(['canvas']));
    expect(revoke).toHaveBeenCalledWith('blob:1');
  });
});
