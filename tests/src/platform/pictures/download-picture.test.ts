import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadPicture, loadFile, saveFiles } from '../../../../src/platform/pictures/save-files.ts';

let downloads: { name: string; address: string }[];
let held: Map<string, Blob>;

beforeEach(() => {
  downloads = [];
  held = new Map();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    const address = `blob:${held.size}`;
    held.set(address, blob as Blob);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(address => void held.delete(address));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, address: this.getAttribute('href') ?? '' });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const here = () => `${location.origin}/pics/1`;
const elsewhere = 'https://pics.example/1.jpg';

function playServer(respond: (signal: AbortSignal) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) =>
    Promise.resolve().then(() => respond(signal)),
  );
}

/** Makes a response that sends a piece every `ms` ms. */
function slowly(pieces: string[], ms: number, type = 'image/png'): (signal: AbortSignal) => Response {
  return signal => {
    const reader = {
      async read() {
        await new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          setTimeout(resolve, ms);
        });
        const piece = pieces.shift();
        return piece === undefined ? { done: true } : { done: false, value: new TextEncoder().encode(piece) };
      },
    };
    return {
      ok: true,
      headers: new Headers({ 'content-type': type }),
      body: { getReader: () => reader },
    } as never;
  };
}

test.each([
  ['image/jpeg', 'a.jpg'],
  ['image/webp', 'a.webp'],
])('a picture of type %s is downloaded as %s, and its bytes are kept for a minute', async (type, name) => {
  playServer(slowly(['12', '34'], 0, type));
  const saved = downloadPicture(here(), 'a');
  await vi.advanceTimersByTimeAsync(10);

  expect(await saved).toBe('saved');
  expect(downloads).toEqual([{ name, address: 'blob:0' }]);
  const blob = held.get('blob:0');
  expect([blob?.type, await blob?.text()]).toEqual([type, '1234']);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(held.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(held.size).toBe(0);
});

test('a slow download is aborted only if nothing arrives for half a minute', async () => {
  playServer(slowly(['1', '2', '3'], 29_000));
  const loaded = loadFile({ url: here(), name: 'a' });
  await vi.advanceTimersByTimeAsync(4 * 29_000);
  const file = await loaded;
  expect([file.name, file.type, await file.text()]).toEqual(['a.png', 'image/png', '123']);

  playServer(slowly(['1', '2'], 31_000));
  const lost = expect(loadFile({ url: here(), name: 'a' })).rejects.toThrow('aborted');
  await vi.advanceTimersByTimeAsync(31_000);
  await lost;
  expect(vi.getTimerCount()).toBe(0);
});

test('a download from a server that does not respond times out after half a minute', async () => {
  playServer(
    signal =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('no response')))),
  );
  const lost = expect(downloadPicture(here(), 'a')).rejects.toThrow('no response');
  await vi.advanceTimersByTimeAsync(30_000);
  await lost;
});

test.each<[string, () => Response]>([
  ['is refused', () => new Response('no', { status: 403, headers: { 'content-type': 'image/png' } })],
  ['is no picture', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['has no type', () => Object.assign(new Response('1'), { headers: new Headers() })],
  ['is empty', () => new Response(null, { headers: { 'content-type': 'image/png' } })],
])('a response that %s is not saved', async (_, respond) => {
  playServer(respond);
  await expect(downloadPicture(here(), 'a')).rejects.toThrow('cannot be loaded');
  expect(downloads).toEqual([]);
});

test('a picture from an origin without CORS must be saved by a long press, unless the browser is offline', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  playServer(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await downloadPicture(elsewhere, 'a')).toBe('long-press');
  await expect(downloadPicture(here(), 'a')).rejects.toThrow('Failed to fetch');

  online.mockReturnValue(false);
  await expect(downloadPicture(elsewhere, 'a')).rejects.toThrow('Failed to fetch');
});

test.each([
  ['takes no files', false],
  ['is not there', undefined],
])('a phone whose share sheet %s downloads several files as one ZIP', async (_, canShare) => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const sheet = { canShare: { value: canShare === undefined ? undefined : () => canShare } };
  vi.stubGlobal('navigator', Object.create(navigator, sheet));
  expect(await saveFiles([new File(['one'], 'a.png'), new File(['two'], 'b.png')], 'all')).toBe('saved');
  expect(downloads).toEqual([{ name: 'all.zip', address: 'blob:0' }]);
});
