import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { emptyDraft } from '../../../src/state/draft.ts';
import { signedIn, test } from '../../support/api/signed-in.ts';
import { changeData, recordRequests } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { get, set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import {
  addFrontPhoto,
  button,
  frontPhotoIsThere,
  heading,
  press,
  readyToMake,
} from '../../support/wizard.ts';

beforeEach(newPhone);

/** Waits until the loading overlay has closed, because it blocks all buttons. */
function uploadsEnd(): Promise<void> {
  return waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
}

test('a draft has at most five different photos, and a deleted photo makes room for another', async () => {
  await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press('Add more photos');
  await chooseFiles(await aPhoto(), await aPhoto('b.png'), await aPhoto('b.png'));
  await screen.findByText('2 copies were left out');
  await uploadsEnd();
  await screen.findByText('2 of 5 photos, including the front photo');

  await press('Add more photos');
  const others = await Promise.all(['c.png', 'd.png', 'e.png', 'f.png'].map(aPhoto));
  expect(await chooseFiles(...others)).toBe(true);
  await screen.findByText('Only 5 photos fit. We added the first 3.');
  await screen.findByText('5 of 5 photos, including the front photo');
  await uploadsEnd();
  expect((await button('Add more photos')).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /^Skip/ })).toBeNull();

  await press('Delete photo 3');
  await screen.findByText('4 of 5 photos, including the front photo');
  await waitFor(async () => expect((await button('Add more photos')).disabled).toBe(false));
});

test('the wizard chooses the template in its address, and asks for a missing front photo', async () => {
  await renderAt('/make-pic?template_id=29');

  await screen.findByText(/” chosen. Now add your photo.$/);
  await heading('Add a front photo');
  history.back();
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { checked: true });
  expect(chosen.closest('[data-template]')?.getAttribute('data-template')).toBe('29');
  expect(location.search).toBe('');
});

test("the wizard does not show another user's draft", async () => {
  await readyToMake();
  await signedIn();

  await renderAt('/make-pic');

  await button(/^Add your photos/);
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
});

function recordStyles(): () => unknown[] {
  const requests = recordRequests();
  return () =>
    requests
      .filter(({ path }) => path === '/v1/goTrainAndGeneratePic')
      .map(({ body }) => JSON.parse(body).style_id);
}

test('the request for a job contains the template’s style', async () => {
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

test('the request for a job contains the style in the wizard’s address', async () => {
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

test('a draft with a created job but without a template opens without a question about the job', async () => {
  await set('tyy.wizard', JSON.stringify({ ...emptyDraft(), isMade: true }));
  await renderAt('/make-pic');
  const { overlay } = await import('../../../src/state/overlay.ts');
  await waitFor(async () => expect(await get('tyy.wizard')).toContain('"isMade":false'));
  expect(overlay.question).toBeNull();
});
