import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import type { ApiUser } from '../../support/api.ts';
import { renderAt } from '../../support/render-at.tsx';
import { addSheet, choose, removeSheet } from '../../support/share-sheet.ts';
import { test } from '../../support/signed-in.ts';
import { pressMore } from '../../support/wizard.ts';

let job: Job;
let takeSteps: () => unknown[];
let page: Awaited<ReturnType<typeof renderAt>>;

beforeEach<{ user: ApiUser }>(async ({ user }) => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  job = await aFinishedJob(user, 3);
  page = await renderAt(`/pic?generate_id=${job.generate_id}`);
  await page.findByText(job.title);
  // Of the page that has just been opened.
  ({ takeSteps } = await import('../../../src/platform/steps.ts'));
  takeSteps();
});

afterEach(removeSheet);

async function press(name: string): Promise<void> {
  (await page.findByRole('button', { name })).click();
}

/** Waits until the page has noted these steps, each with the job's template, and no others. */
async function expectSteps(...steps: string[]): Promise<void> {
  const noted: unknown[] = [];
  await waitFor(() => {
    noted.push(...takeSteps());
    expect(noted).toEqual(steps.map(step => [step, 3]));
  });
}

test('a picture that is saved, one that is saved to be sent, and all at once are three, of their template', async () => {
  await press('Save picture');
  await page.findByText('Picture saved');
  await expectSteps('saved');
  await press('Share');
  await choose('Share', 'Save the picture to send it');
  await expectSteps('saved');
  await pressMore('Save all 4');
  await page.findByText('All 4 pictures saved');
  await expectSteps('saved');
});

test('a picture that is sent is one, at once or by a second press; a sheet that is closed is none', async () => {
  const share = addSheet();
  await press('Share');
  await choose('Share', 'Send the picture');
  await expectSteps('shared');

  share.mockRejectedValueOnce(new DOMException('late', 'NotAllowedError'));
  await press('Share');
  await choose('Share', 'Send the picture');
  await choose('The picture is ready to send', 'Send the picture');
  await expectSteps('shared');

  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await press('Share');
  await choose('Share', 'Send the picture');
  await waitFor(() => expect(share).toHaveBeenCalledTimes(4));
  await expectSteps();
});

test('a link that is copied is one, from the sheet and from the card of the public picture', async () => {
  await press('Share');
  await choose('Share', 'Copy a link to it');
  await choose('Make this picture public?', 'Make a public link');
  await page.findByText('Link copied');
  await expectSteps('shared');

  await press('Copy link');
  await expectSteps('shared');

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no press'));
  await press('Copy link');
  await choose('Your link is ready', 'Copy link');
  await page.findByRole('dialog', { name: 'Press and hold the link to copy it' });
  await expectSteps();
});
