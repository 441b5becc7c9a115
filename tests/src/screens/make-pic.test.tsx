import { screen, waitFor, within } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import { dataOf } from '../../support/api.ts';
import { aPhoto, chooseFiles } from '../../support/choose-files.ts';
import { openFakeShell, succeed } from '../../support/fake-shell.ts';
import { changeData, recordRequests } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import {
  addFrontPhoto,
  button,
  chooseTemplate,
  frontPhotoIsThere,
  heading,
  press,
  readyToMake,
} from '../../support/wizard.ts';

/** Until the loading overlay is gone nothing can be pressed. */
function uploadsEnd(): Promise<void> {
  return waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
}

test('a template without a photo leads to the front photo, and says why', async () => {
  await renderAt('/make-pic');
  expect((await button(/^Use template/)).disabled).toBe(true);
  await chooseTemplate(0);

  await press(/^Use template/);

  await heading('Add a front photo');
  await screen.findByText(/ is chosen. Now add a photo of you.$/);
});

test('a photo, a template and the price lead to the job', async ({ user }) => {
  await readyToMake();
  await press(/^Use template · 20 gold coins/);

  const question = within(await screen.findByRole('dialog'));
  question.getByText('50 gold coins');
  question.getByText('30 gold coins');
  question.getByRole('button', { name: 'Make my pictures' }).click();

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const query = new URLSearchParams(location.search);
  expect(query.get('train_id')).toBeTruthy();
  expect(query.get('generate_id')).toBeTruthy();
  // Kept for the next time once they were looked at.
  await waitFor(async () => {
    const { list } = await dataOf(user.get('getPersonalPics'));
    expect(list).toHaveLength(1);
  });
});

test('there are at most five photos, and a deleted one makes room', async () => {
  await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press('Add more photos');
  const five = await Promise.all(['a.png', 'b.png', 'c.png', 'd.png', 'e.png'].map(aPhoto));

  const severalAllowed = await chooseFiles(...five);

  expect(severalAllowed).toBe(true);
  await screen.findByText('5 of 5 photos, including the front photo');
  await uploadsEnd();
  expect((await button('Add more photos')).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /^Skip/ })).toBeNull();

  await press('Delete photo 3');
  await screen.findByText('4 of 5 photos, including the front photo');
  await waitFor(async () => expect((await button('Add more photos')).disabled).toBe(false));
});

test('a photo that is there already is not added again, and the front photo stays the one that was chosen', async () => {
  await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press('Add more photos');

  await chooseFiles(await aPhoto(), await aPhoto('b.png'), await aPhoto('b.png'));

  await screen.findByText('You have already added this photo.');
  await uploadsEnd();
  await screen.findByText('2 of 5 photos, including the front photo');
});

test('an upload that fails keeps the photo, and goes through when it is tried again', async () => {
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

test('a front photo that could not be uploaded can be removed', async () => {
  await renderAt('/make-pic?step=front');
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(() => {
    throw new Error('no network');
  });
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await press('Delete photo 1');

  await button('Add a front photo');
  expect(screen.queryByText('Not uploaded')).toBeNull();
});

test('a template that the address names is chosen, and without photos the first one is asked for', async () => {
  await renderAt('/make-pic?template_id=29');

  await screen.findByText(/ is chosen. Now add a photo of you.$/);
  await heading('Add a front photo');
  history.back();
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { checked: true });
  expect(chosen.closest('[data-template]')?.getAttribute('data-template')).toBe('29');
  expect(location.search).toBe('');
});

test('where the phone does not know importPicture, the app asks for the camera or the album', async () => {
  const picture = Buffer.from(await (await aPhoto()).arrayBuffer()).toString('base64');
  const shell = openFakeShell({ openAlbum: () => succeed({ pictures: { 0: picture } }) });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android TyyShell/1.0 Language/en');
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await press('Choose from album');

  await frontPhotoIsThere();
  expect(shell.callsOf('openAlbum')[0]?.params).toEqual({ count: 5 });
});

/** A photo as a shell sends it. */
async function inBase64(name: string): Promise<string> {
  return Buffer.from(await (await aPhoto(name)).arrayBuffer()).toString('base64');
}

test('pictures of the phone that are none are refused by their number, and the good ones are kept', async () => {
  const front = { 0: await inBase64('front.png') };
  const others = { 0: await inBase64('a.png'), 1: '', 2: btoa('only words'), 3: 'no base64*' };
  openFakeShell({ importPicture: ({ count }) => succeed({ pictures: count === 5 ? front : others }) });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android TyyShell/1.0 Language/en');
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await press(/^Continue/);
  await press('Add more photos');

  const refused = 'Not added: file 2, 3, 4 (damaged or not a picture). Please choose again.';
  await screen.findByText(refused);
  await uploadsEnd();
  await screen.findByText('2 of 5 photos, including the front photo');
  screen.getByText(refused);
  history.back();
  await screen.findByRole('heading', { name: 'Add a front photo' });
  await vi.waitFor(() => expect(screen.queryByText(refused)).toBeNull(), 10_000);
});

test.each([
  ['empty', '', 'Not added: photo 1 (empty or damaged). Please choose again.'],
  [
    'text',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'Not added: file 1 (not a picture). Please choose again.',
  ],
])('a file of the browser that is %s does not become a photo', async (_name, content, words) => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');

  await chooseFiles(new File([content], 'me.jpg', { type: 'image/jpeg' }));

  await screen.findByText(words);
  await button('Add a front photo');
  expect(screen.queryByRole('button', { name: 'Replace photo' })).toBeNull();
});

/** The styles that are asked for from now on. */
function recordStyles(): () => unknown[] {
  const requests = recordRequests();
  return () =>
    requests
      .filter(({ path }) => path === '/v1/goTrainAndGeneratePic')
      .map(({ body }) => JSON.parse(body).style_id);
}

test('the style of a template goes with the job', async () => {
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

test('another set like that of a job has its style', async () => {
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
