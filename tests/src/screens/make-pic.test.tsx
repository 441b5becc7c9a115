import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { emptyDraft } from '../../../src/state/draft.ts';
import { dataOf } from '../../support/api/api.ts';
import { signedIn, test } from '../../support/api/signed-in.ts';
import { changeData, intercept, recordRequests } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { get, set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import {
  addFrontPhoto,
  button,
  chooseTemplate,
  frontPhotoIsThere,
  heading,
  press,
  readyToMake,
} from '../../support/wizard.ts';

beforeEach(newPhone);

/** Waits for the loading overlay to close, because nothing can be pressed before. */
function uploadsEnd(): Promise<void> {
  return waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
}

test('without a photo, "Use template" opens the step of the front photo, and says why', async () => {
  await renderAt('/make-pic');
  expect((await button(/^Use template/)).disabled).toBe(true);
  await chooseTemplate(0);

  await press(/^Use template/);

  await heading('Add a front photo');
  await screen.findByText(/” chosen. Now add your photo.$/);
});

test('with a photo, a template and an accepted price, a job starts', async ({ user }) => {
  await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press(/^Skip/);
  await heading('Make pictures');
  await chooseTemplate(1);
  await press(/^Use template · 20 gold coins/);

  const question = within(await screen.findByRole('dialog'));
  question.getByText('50 gold coins');
  question.getByText('30 gold coins');
  question.getByRole('button', { name: 'Make my pictures' }).click();

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const query = new URLSearchParams(location.search);
  expect(query.get('train_id')).toBeTruthy();
  expect(query.get('generate_id')).toBeTruthy();
  // The server keeps the accepted photos for the next visit.
  await waitFor(async () => {
    const { list } = await dataOf(user.get('getPersonalPics'));
    expect(list).toHaveLength(1);
  });
});

test('there are at most five photos without duplicates, and a deleted photo makes room', async () => {
  await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press('Add more photos');
  await chooseFiles(await aPhoto(), await aPhoto('b.png'), await aPhoto('b.png'));
  await screen.findByText('You’ve already added this photo');
  await uploadsEnd();
  await screen.findByText('2 of 5 photos, including the front photo');

  await press('Add more photos');
  const others = await Promise.all(['c.png', 'd.png', 'e.png', 'f.png'].map(aPhoto));
  expect(await chooseFiles(...others)).toBe(true);
  await screen.findByText('5 of 5 photos, including the front photo');
  await uploadsEnd();
  expect((await button('Add more photos')).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /^Skip/ })).toBeNull();

  await press('Delete photo 3');
  await screen.findByText('4 of 5 photos, including the front photo');
  await waitFor(async () => expect((await button('Add more photos')).disabled).toBe(false));
});

test('if an upload fails, the photo is kept, and the upload can be retried', async () => {
  await renderAt('/make-pic?step=front');
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(() => {
    throw new Error('no network');
  });
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await screen.findByText('Upload failed, please try again.');
  expect((await button(/^Continue/)).disabled).toBe(true);

  open.mockRestore();
  await press('Try again');

  await frontPhotoIsThere();
  expect(screen.queryByRole('button', { name: 'Delete photo 1' })).toBeNull();
});

test('the template in the address is chosen, and the page asks for a missing front photo', async () => {
  await renderAt('/make-pic?template_id=29');

  await screen.findByText(/” chosen. Now add your photo.$/);
  await heading('Add a front photo');
  history.back();
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { checked: true });
  expect(chosen.closest('[data-template]')?.getAttribute('data-template')).toBe('29');
  expect(location.search).toBe('');
});

test('the draft survives a reload', async () => {
  await readyToMake();

  await renderAt('/make-pic');

  await button('Change');
  const chosen = await screen.findByRole('radio', { checked: true });
  expect(chosen).toBe((await screen.findAllByRole('radio'))[1]);
});

test('if the page reloads during an upload, the upload continues', async () => {
  await renderAt('/make-pic?step=front');
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await waitFor(() => expect(send).toHaveBeenCalled());

  send.mockRestore();
  await renderAt('/make-pic');

  await heading('Add a front photo');
  await frontPhotoIsThere();
});

test("another user's draft is not shown", async () => {
  await readyToMake();
  await signedIn();

  await renderAt('/make-pic');

  await button(/^Add your photos/);
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
});

/** Records the style of each later request. */
function recordStyles(): () => unknown[] {
  const requests = recordRequests();
  return () =>
    requests
      .filter(({ path }) => path === '/v1/goTrainAndGeneratePic')
      .map(({ body }) => JSON.parse(body).style_id);
}

test('the style of a template is sent with the job', async () => {
  changeData('getTemplates', data => ({
    ...data,
    list: data.list.map((template, place) => ({ ...template, ...(place === 1 && { style_id: 7 }) })),
  }));
  await readyToMake();
  const styles = recordStyles();
  await press(/^Use template/);
  await press('Make my pictures');
  await waitFor(() => expect(styles()).toEqual([7]));
});

test('another set like that of a job has the same style', async () => {
  await renderAt('/make-pic?template_id=86&style_id=9');
  await heading('Add a front photo');
  const styles = recordStyles();
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await frontPhotoIsThere();
  await press(/^Continue/);
  await press(/^Skip/);
  await press(/^Use template/);
  await press('Make my pictures');
  await waitFor(() => expect(styles()).toEqual([9]));
});

test('while the server starts a job, the page says so', async () => {
  await readyToMake();
  intercept(({ path }, send) => (path === '/v1/goTrainAndGeneratePic' ? new Promise(() => {}) : send()));
  await press(/^Use template/);
  await press('Make my pictures');
  await screen.findByText('Starting…');
});

test('if the draft has lost the template of its job, it opens without a question about that job', async () => {
  await set('tyy.wizard', JSON.stringify({ ...emptyDraft(), isMade: true }));
  await renderAt('/make-pic');
  const { overlay } = await import('../../../src/state/overlay.ts');
  await waitFor(async () => expect(await get('tyy.wizard')).toContain('"isMade":false'));
  expect(overlay.question).toBeNull();
});
