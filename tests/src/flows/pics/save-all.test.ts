import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { intercept } from '../../../support/network.ts';
import { portrait } from '../../../support/portrait.ts';
import { addSheet, removeSheet } from '../../../support/share-sheet.ts';

let broken: string;
let saveAll: typeof import('../../../../src/flows/pics/save-all.ts').saveAll;
let overlay: typeof import('../../../../src/state/overlay.ts').overlay;
let takeSteps: typeof import('../../../../src/platform/steps.ts').takeSteps;

beforeEach(async () => {
  broken = '';
  const bytes = new Uint8Array(await readFile(portrait));
  intercept(async ({ path }) => {
    if (path === broken) throw new TypeError('no network');
    return new Response(bytes, { headers: { 'content-type': 'image/png' } });
  });
  // A phone, whose share sheet takes the files.
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  ({ saveAll } = await import('../../../../src/flows/pics/save-all.ts'));
  ({ overlay } = await import('../../../../src/state/overlay.ts'));
  ({ takeSteps } = await import('../../../../src/platform/steps.ts'));
});

afterEach(removeSheet);

const tooLate = () => new DOMException('no tap', 'NotAllowedError');

const pics = ['/pics/1', '/pics/2'].map((picUrl, place) => ({
  ...{ id: `p${place}`, picUrl, screenUrl: picUrl, listUrl: picUrl },
  ...{ width: 768, height: 1024 },
}));

/** Saves all; returns what is called with the pictures that are left, once it is over. */
function save() {
  const ended = vi.fn();
  saveAll(pics, 7, () => undefined).then(ended);
  return ended;
}

/** Waits for the question with these words, and chooses something. */
async function choose(title: string, choice: string): Promise<void> {
  await vi.waitFor(() => expect(JSON.stringify(overlay.question?.title ?? '')).toContain(title));
  overlay.question?.settle(choice);
}

test('once a second tap has opened the share sheet, nothing more is asked', async () => {
  const share = addSheet();
  share.mockRejectedValueOnce(tooLate());
  const ended = save();
  await choose('save-all.loaded', 'save');

  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith([]));
  expect(share).toHaveBeenCalledTimes(2);
});

test('a second tap for which the share sheet does not open either may be tried again', async () => {
  const share = addSheet();
  share.mockRejectedValueOnce(tooLate()).mockRejectedValueOnce(tooLate());
  const ended = save();
  await choose('save-all.loaded', 'save');
  await choose('save-all.none', 'rest');

  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith([]));
  expect(share).toHaveBeenCalledTimes(3);
});

test('pictures that are saved in two goes count as one save', async () => {
  addSheet();
  broken = '/pics/2';
  const ended = save();
  await vi.waitFor(() => expect(overlay.question).not.toBeNull());
  broken = '';
  await choose('save-all.some', 'rest');

  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith([]));
  expect(takeSteps()).toEqual([['saved', 7]]);
});
