import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { preparePhoto } from '../../../../src/platform/pictures/prepare-photo.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a photo whose decoding never ends is sent as it is, and does not stop those after it', async () => {
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

  const [first, second] = [preparePhoto(new Blob(['endless'])), preparePhoto(new Blob(['other']))];
  await vi.waitUntil(() => ended.length === 1);
  await vi.advanceTimersByTimeAsync(20_000);

  expect(await (await first).text()).toBe('endless');
  expect(await second).toBe(drawn);
  expect(ended).toEqual([true, true]);
});

test('a photo that goes up as it is has the type of its bytes, whatever its file says', async () => {
  const whole = await sharp('tests/testdata/astronaut.png').jpeg().toBuffer();
  for (const type of ['image/png', 'image/jpg', ''])
    expect((await preparePhoto(new Blob([whole], { type }))).type).toBe('image/jpeg');
});

test('a photo that was cut off is drawn anew, however small it is', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      postMessage() {
        this.onmessage?.({ data: { jpeg: new Blob(['drawn']), look: null } });
      }
      terminate() {}
    },
  );
  const whole = await sharp('tests/testdata/astronaut.png').jpeg().toBuffer();

  expect((await preparePhoto(new Blob([whole]))).size).toBe(whole.length);
  expect(await (await preparePhoto(new Blob([whole.subarray(0, -2000)]))).text()).toBe('drawn');
});

test('where the canvas gives other pixels than were drawn, a photo is sent as it is, and counts as one that can be opened', async () => {
  vi.resetModules();
  const photos = await import('../../../../src/platform/pictures/prepare-photo.ts');
  const worker = vi.fn();
  vi.stubGlobal('Worker', worker);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
    putImageData() {},
    // As with Firefox's resistFingerprinting.
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
