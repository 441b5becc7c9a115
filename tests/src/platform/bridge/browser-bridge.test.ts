import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserBridge, pickFiles } from '../../../../src/platform/bridge/browser-bridge.ts';
import { hostOf, shellLanguage } from '../../../../src/platform/host.ts';
import { addSheet, removeSheet } from '../../../support/phone/share-sheet.ts';

const card = { title: 'Aurora', text: 'Made with Tyy', url: '', image: 'https://pics.example/1' };

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('picture', { headers: { 'content-type': 'image/jpeg' } }));
});

afterEach(removeSheet);

test('openShare returns null in a browser without a share sheet', () => {
  removeSheet();
  expect(browserBridge.openShare!(card)).toBeNull();
});

test('the share sheet gets a title, a text and the picture as a file that is named after the title', async () => {
  const share = addSheet();
  const handOver = await browserBridge.openShare!(card);
  expect(share).not.toHaveBeenCalled();

  expect(await handOver!()).toBe('shared');
  const [{ title, text, files }] = share.mock.calls[0]!;
  expect({ title, text }).toEqual({ title: 'Aurora', text: 'Made with Tyy' });
  expect(files!.map(({ name, type }) => [name, type])).toEqual([['Aurora.jpg', 'image/jpeg']]);
  expect(await files![0]!.text()).toBe('picture');
});

test('openShare rejects if the share sheet accepts no files, before the user can tap', async () => {
  addSheet();
  Object.assign(navigator, { canShare: () => false });
  await expect(browserBridge.openShare!(card)).rejects.toThrow('No files can be shared here.');
});

test.each([
  ['NotAllowedError', 'late'],
  ['AbortError', 'Cancelled'],
  ['DataError', 'DataError'],
])('a share sheet that fails with %s has the result %s', async (name, told) => {
  addSheet(() => Promise.reject(new DOMException('', name)));
  const handOver = await browserBridge.openShare!(card);
  expect(await handOver!().catch((error: Error) => error.name)).toBe(told);
});

function openInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no picker is open');
  return input;
}

function choose(...names: string[]): void {
  const files = names.map(name => new File(['a photo'], name, { type: 'image/jpeg' }));
  const input = openInput();
  Object.defineProperty(input, 'files', { value: files });
  input.dispatchEvent(new Event('change'));
}

test.each([
  [1, false],
  [2, true],
])(
  'a picker for %i accepts image files (several: %s), and returns all chosen files in order',
  async (count, multiple) => {
    const picked = pickFiles(count);
    expect(openInput()).toMatchObject({ accept: 'image/*', hidden: true, multiple });
    choose('b.jpg', 'a.jpg', 'c.jpg');

    // The picker also returns files beyond the count, so that the app can tell the user about them.
    expect((await picked).map(file => file.name)).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
    expect(document.querySelector('input')).toBeNull();
  },
);

test.each([
  ['is closed', () => openInput().dispatchEvent(new Event('cancel'))],
  ['ends without a choice', () => choose()],
])('a picker that %s rejects', async (_, end) => {
  const picked = pickFiles(1);
  end();
  await expect(picked).rejects.toMatchObject({ name: 'Cancelled' });
});

test('if a second file picker opens, the first picker rejects', async () => {
  const first = pickFiles(1);
  const lost = expect(first).rejects.toMatchObject({ name: 'Cancelled' });
  const second = pickFiles(1);
  await lost;

  choose('a.jpg');
  expect(await second).toHaveLength(1);
});

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0';

test.each([
  ['shell', `${iphone} Mobile/15E148 TyyShell/1.0 Language/zh-CN`],
  ['shell', `${android} Mobile Safari/537.36 TyyShell/2.13.1 Language/en`],
  ['im', `${iphone} Mobile/15E148 MicroMessenger/8.0.44(0x18002c2f) NetType/WIFI Language/zh_CN`],
  [
    'im',
    `${android} Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20231202 MicroMessenger/8.0.47.2560 Language/zh_CN`,
  ],
  ['browser', `${iphone} Version/17.4 Mobile/15E148 Safari/604.1`],
  ['browser', `${android} Mobile Safari/537.36`],
  ['browser', `${android} NotTyyShell/1.0`],
  ['browser', ''],
])('the host is %s with the user agent %j', (host, userAgent) => {
  expect(hostOf(userAgent)).toBe(host);
});

test('if the native app has injected its object, the host is a shell with any user agent', () => {
  expect(hostOf(`${android} Mobile Safari/537.36`, true)).toBe('shell');
});

test("shellLanguage reads the phone's language from the end of the native app's user agent", () => {
  expect(shellLanguage(`${iphone} TyyShell/1.0 Language/zh-CN`)).toBe('zh-CN');
  expect(shellLanguage(`${iphone} TyyShell/1.0 Language/en`)).toBe('en');
  expect(shellLanguage(`${iphone} Version/17.4 Mobile/15E148 Safari/604.1`)).toBeNull();
});
