import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserBridge } from '../../../../src/platform/bridge/browser-bridge.ts';
import { addSheet, removeSheet } from '../../../support/share-sheet.ts';

const card = { title: 'Aurora', text: 'Made with Tyy', url: '', image: 'https://pics.example/1' };

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('picture', { headers: { 'content-type': 'image/jpeg' } }));
});
afterEach(removeSheet);

test('without a share sheet there is nothing to open', () => {
  removeSheet();
  expect(browserBridge.openShare!(card)).toBeNull();
});

test('the sheet gets the picture as a file, named after the style, with its words', async () => {
  const share = addSheet();
  const handOver = await browserBridge.openShare!(card);
  expect(share).not.toHaveBeenCalled();

  expect(await handOver!()).toBe('shared');
  const [{ title, text, files }] = share.mock.calls[0]!;
  expect({ title, text }).toEqual({ title: 'Aurora', text: 'Made with Tyy' });
  expect(files!.map(({ name, type }) => [name, type])).toEqual([['Aurora.jpg', 'image/jpeg']]);
  expect(await files![0]!.text()).toBe('picture');
});

test('a sheet that takes no files opens nothing, and says so before the tap', async () => {
  addSheet();
  Object.assign(navigator, { canShare: () => false });
  await expect(browserBridge.openShare!(card)).rejects.toThrow('No files can be shared here.');
});

test.each([
  ['NotAllowedError', 'late'],
  ['AbortError', 'Cancelled'],
  ['DataError', 'DataError'],
])('a sheet that ends by %s is told as %s', async (name, told) => {
  addSheet(() => Promise.reject(new DOMException('', name)));
  const handOver = await browserBridge.openShare!(card);
  expect(await handOver!().catch((error: Error) => error.name)).toBe(told);
});
