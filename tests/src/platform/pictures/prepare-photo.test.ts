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
