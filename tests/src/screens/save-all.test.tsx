import { readFile } from 'node:fs/promises';
import { waitFor, within } from '@testing-library/dom';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { jobData } from '../../support/api/job-data.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept, stubCall } from '../../support/network/network.ts';
import { type FakeShell, openFakeShell } from '../../support/phone/fake-shell.ts';
import { addSheet, choose, removeSheet } from '../../support/phone/share-sheet.ts';
import { userAgents } from '../../support/phone/weixin-double.ts';
import { portrait } from '../../support/portrait.ts';
import { renderAt } from '../../support/render-at.tsx';
import { openMore, press } from '../../support/wizard.ts';

const offer = { name: 'Save all 4' };

/** The number of the picture that fails to load, or 'all'; 0 if all pictures load. */
let broken: number | 'all';
let downloads: Map<string, Blob>;

beforeEach(async () => {
  broken = 0;
  downloads = new Map();
  const bytes = new Uint8Array(await readFile(portrait));
  stubCall('getTrainAndGenerateResultList', () => ({ list: [jobData({ status: 5 })] }));
  stubCall('getUserPicsByGenerateId', () => ({
    list: [1, 2, 3, 4].map(number => ({
      id: `a-long-id-${number}`,
      pic_url: `${location.origin}/pics/${number}`,
      pic_width: 768,
      pic_height: 1024,
    })),
  }));
  intercept(async ({ path }, send) => {
    if (!path.startsWith('/pics/')) return send();
    if (broken === 'all' || path === `/pics/${broken}`) throw new TypeError('no network');
    return new Response(bytes, { headers: { 'content-type': 'image/png' } });
  });
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.set(this.download, blobs.at(-1) as Blob);
  });
});

afterEach(removeSheet);

function openSheet(open?: () => Promise<void>) {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  return addSheet(open);
}

async function openPics() {
  const page = await renderAt('/pic?generate_id=g1');
  const button = (await openMore()).getByRole('button', offer);
  return { page, saveAll: () => button.click() };
}

async function namesInZip(): Promise<string[]> {
  const [[name, blob] = ['', new Blob()]] = [...downloads];
  expect(name).toBe('tyy-portraits.zip');
  return Object.keys(unzipSync(new Uint8Array(await blob.arrayBuffer())));
}

test('"Save all" saves the pictures that load, names the picture that does not, and can save it later', async () => {
  const { page, saveAll } = await openPics();
  broken = 3;
  saveAll();
  const question = within(await page.findByRole('dialog', { name: '3 of 4 pictures are saved' }));
  question.getByText('Not saved: picture 3.');
  expect(await namesInZip()).toHaveLength(3);

  broken = 0;
  downloads.clear();
  await press('Save the rest');
  await page.findByText('All 4 pictures saved');
  expect(await namesInZip()).toHaveLength(1);
});

test('on a computer, "Save all" can be retried if no picture loads, and saves all pictures as one ZIP file', async () => {
  const { page, saveAll } = await openPics();
  broken = 'all';
  saveAll();
  await page.findByRole('dialog', { name: 'The pictures couldn’t be saved' });
  broken = 0;
  await choose('The pictures couldn’t be saved', 'Try again');
  await page.findByText('All 4 pictures saved');
  expect(await namesInZip()).toEqual([1, 2, 3, 4].map(number => `tyy-portraits-a-long-i-${number}.png`));
});

test('on a phone, "Save all" passes all files to the share sheet', async () => {
  const share = openSheet();
  const { saveAll } = await openPics();
  saveAll();
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(share.mock.calls[0]?.[0].files).toHaveLength(4);
  expect(downloads.size).toBe(0);
});

test('if the browser refuses the share sheet because the tap is too old, "Save all" asks for another tap', async () => {
  const share = openSheet();
  for (let taps = 0; taps < 2; taps++)
    share.mockRejectedValueOnce(new DOMException('no tap', 'NotAllowedError'));
  const { page, saveAll } = await openPics();
  saveAll();
  await choose('Your 4 pictures are ready to save', 'Save');
  await choose('The pictures couldn’t be saved', 'Try again');
  await waitFor(() => expect(share).toHaveBeenCalledTimes(3));
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
});

test('"Save all" shows no error if the user closes the share sheet', async () => {
  const share = openSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
  const { page, saveAll } = await openPics();
  saveAll();
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  const more = page.getByRole('button', { name: 'More' });
  await waitFor(() => expect(more.hasAttribute('aria-busy')).toBe(false));
  expect(page.queryByRole('dialog')).toBeNull();
});

test('in the native app, "Save all" saves one picture after the other, and after a failure continues on request', async () => {
  const shell: FakeShell = openFakeShell();
  const { page, saveAll } = await openPics();
  shell.on('savePicture', ({ url }) =>
    url.endsWith('/3') && shell.callsOf('savePicture').length === 3
      ? { code: 7, message: 'No room' }
      : { code: 0, data: {} },
  );
  saveAll();
  const question = within(await page.findByRole('dialog', { name: '2 of 4 pictures are saved' }));
  question.getByText('Not saved: picture 3, 4.');
  shell.keepSilent('savePicture');
  await press('Save the rest');
  const urls = () => shell.callsOf('savePicture').map(({ params }) => params.url.at(-1));
  await waitFor(() => expect(urls()).toEqual(['1', '2', '3', '3']));
  await page.findByText('Saving 3 of 4');
});

test('in WeChat, "Save all" shows the pictures one by one with instructions for saving each', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  const { page, saveAll } = await openPics();
  saveAll();
  for (const number of [1, 2, 3]) {
    await page.findByText(new RegExp(`^Picture ${number} of 4: press and hold`));
    (await page.findByRole('button', { name: 'Close' })).click();
  }
  await page.findByText('Press and hold the picture to save it.');
  (await page.findByRole('button', { name: 'Close' })).click();
  await waitFor(() => expect(page.queryByText(/ress and hold/)).toBeNull());
});
