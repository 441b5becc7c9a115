import { readFile } from 'node:fs/promises';
import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { dataOf } from '../../../support/api/api.ts';
import { test } from '../../../support/api/signed-in.ts';
import { intercept, stubCall } from '../../../support/network/network.ts';
import { closePage, endSaving } from '../../../support/page-roots.ts';
import { aPhoto, chooseFiles } from '../../../support/phone/choose-files.ts';
import { openFakeShell, succeed } from '../../../support/phone/fake-shell.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { portrait } from '../../../support/portrait.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { button, frontPhotoIsThere, press } from '../../../support/wizard.ts';

beforeEach(newPhone);

/** Returns photos with these names as base64, as native apps send them. */
async function base64Of(...names: string[]): Promise<string[]> {
  const files = await Promise.all(names.map(name => aPhoto(`${name}.png`)));
  return Promise.all(files.map(async file => Buffer.from(await file.arrayBuffer()).toString('base64')));
}

const photos = (...names: string[]) => Promise.all(names.map(name => aPhoto(`${name}.png`)));

/** Makes a HEIC file, which this browser cannot open. */
function heic(): File {
  const bytes = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic')]);
  return new File([bytes], 'IMG_1.HEIC', { type: 'image/heic' });
}

/** Waits until the loading overlay has closed, because it blocks all buttons. */
const uploadsEnd = () => waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());

test('the picker accepts five photos, but only one photo as a replacement for the front photo', async () => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  expect(await chooseFiles(...(await photos('a', 'b', 'c', 'd', 'e')))).toBe(true);

  await screen.findByText('5 of 5 photos, including the front photo');
  await uploadsEnd();
  await press('Replace photo');
  expect(await chooseFiles(await aPhoto('other.png'))).toBe(false);
  await frontPhotoIsThere();
  screen.getByText('5 of 5 photos, including the front photo');
});

test('a tap on another chosen photo makes it the front photo', async () => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await chooseFiles(...(await photos('a', 'b')));
  await uploadsEnd();
  const shown = () => screen.getByRole<HTMLImageElement>('img', { name: 'Front photo' });
  const choice = await screen.findByRole('button', { name: 'Use photo 2 as the front photo' });
  const before = shown().src;
  const { updatePhoto, wizard } = await import('../../../../src/state/wizard.ts');
  updatePhoto(wizard.photos[1]?.id ?? '', { focus: '30% 60%' });
  await waitFor(() => expect(choice.style.getPropertyValue('--image-position')).toBe('30% 60%'));

  choice.click();

  await waitFor(() => expect(shown().src).not.toBe(before));
  await frontPhotoIsThere();
});

test('the app names the photos that this browser cannot open, offers to choose again, and adds the other photos', async () => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await chooseFiles(heic());
  const question = within(await screen.findByRole('dialog', { name: 'This photo can’t be opened here' }));
  question.getByText(/Save it as a JPEG/);
  await button('Add a front photo');

  await press('Choose another photo');
  await chooseFiles(await aPhoto());
  await frontPhotoIsThere();

  await press('Replace photo');
  await chooseFiles(heic());
  await press('Cancel');
  expect((await button(/^Continue/)).disabled).toBe(false);

  await press(/^Continue/);
  await press('Add more photos');
  await chooseFiles(await aPhoto('a.png'), heic(), await aPhoto('b.png'));
  await screen.findByRole('dialog', { name: 'Photo 2 can’t be opened here' });
  await press('Cancel');
  await screen.findByText('3 of 5 photos, including the front photo');
});

test.each([
  ['empty', '', 'Photo 1 is empty or damaged. Choose another.'],
  ['text', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'File 1 isn’t a picture. Choose another.'],
])('a file with %s content is not added as a photo', async (_name, content, words) => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');

  await chooseFiles(new File([content], 'me.jpg', { type: 'image/jpeg' }));

  await screen.findByText(words);
  await button('Add a front photo');
  expect(screen.queryByRole('button', { name: 'Replace photo' })).toBeNull();
});

test('the app reads a file from the picker only once, and detects its type from its bytes', async () => {
  const { picturesOf } = await import('../../../../src/flows/photos/pick-photos.ts');
  const { preparePhoto } = await import('../../../../src/platform/pictures/prepare-photo.ts');
  const bytes = await readFile(portrait);
  const file = new File([bytes], 'IMG_1.HEIC', { type: 'image/heic' });
  let reads = 0;
  // Fail on a second read, like some Android pickers.
  file.arrayBuffer = async () => {
    if (++reads > 1) throw new DOMException('The file could not be read.', 'NotReadableError');
    return Uint8Array.from(bytes).buffer;
  };
  file.slice = () => {
    throw new DOMException('The file could not be read.', 'NotReadableError');
  };
  const [picture] = await picturesOf([file], 1);
  expect(picture).toMatchObject({ name: 'IMG_1.HEIC', type: 'image/png', size: bytes.length });
  expect((await preparePhoto(picture!)).size).toBe(bytes.length);
});

test.for([
  ['Take a photo', 'takePhoto', {}],
  ['Choose from album', 'openAlbum', { count: 5 }],
] as const)('in a native app without its own picker, "%s" calls %s', async ([choice, method, params]) => {
  const [picture = ''] = await base64Of('a');
  const shell = openFakeShell({ [method]: () => succeed({ pictures: { 0: picture } }) });
  const page = await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  const question = within(await page.findByRole('dialog', { name: 'Where is your photo?' }));
  const choices = question
    .getAllByRole('button')
    .map(({ textContent, dataset }) => [textContent, dataset.kind]);
  expect(choices).toEqual([
    ['Take a photo', 'primary'],
    ['Choose from album', 'secondary'],
    ['Cancel', 'quiet'],
  ]);

  question.getByRole('button', { name: choice }).click();
  await frontPhotoIsThere();
  expect(shell.callsOf(method).map(call => call.params)).toEqual([params]);
});

test('the app asks the native app first for five photos, for one as a replacement, and later for as many as fit', async () => {
  const [a = '', b = '', c = ''] = await base64Of('a', 'b', 'c');
  const [first, other] = [{ 0: a, 1: b }, { 0: c }];
  const shell = openFakeShell({
    importPicture: ({ count }) => succeed({ pictures: count === 5 ? first : other }),
  });
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await frontPhotoIsThere();
  await press('Replace photo');
  await press(/^Continue/);
  await press('Add more photos');

  await waitFor(() =>
    expect(shell.callsOf('importPicture').map(({ params }) => params)).toEqual([
      { count: 5 },
      { count: 1 },
      { count: 3 },
    ]),
  );
});

test('after a cancelled login, five picked photos wait for the next login', async ({ user }) => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const pictures = Object.fromEntries((await base64Of(...names)).entries());
  const shell = openFakeShell({
    importPicture: () => succeed({ pictures }),
    login: () => succeed({ login_type: 'facebook', token: 'from the phone' }),
  });
  shell.refuseNext('login', { code: 1, message: 'Login was cancelled' });
  stubCall('login', () => ({ token: user.token }));
  let isExpired = false;
  intercept(async ({ path }, send) => {
    isExpired ||= path === '/v1/getOssStsInfo' && shell.callsOf('login').length === 0;
    return isExpired ? Response.json({ code: 401 }, { status: 401 }) : send();
  });
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await screen.findByText('Login was cancelled');
  await button('Sign in');
  expect(shell.callsOf('login')).toHaveLength(1);

  isExpired = false;
  await press('Sign in');
  await screen.findByText('5 of 5 photos, including the front photo');
  await frontPhotoIsThere();
  await waitFor(async () => expect((await dataOf(user.get('getPhotos'))).list).toHaveLength(5));
  expect(shell.callsOf('login')).toHaveLength(2);
  expect(shell.callsOf('importPicture')).toHaveLength(1);
});

test('if the phone kills the webview after a pick, the photo is in the draft or a note reports its loss', async () => {
  const [picture = ''] = await base64Of('a');
  for (const taken of [0, 1, 2, 3]) {
    newPhone();
    const shell = openFakeShell({ importPicture: () => succeed({ pictures: { 0: picture } }) });
    await renderAt('/make-pic?step=front');
    await button('Add a front photo');
    const before = { ...localStorage };
    const postMessage = window.tyyShell?.postMessage;
    let left = 0;
    window.tyyShell = {
      async postMessage(json) {
        const isLate = shell.callsOf('importPicture').length > 0 && left++ >= taken;
        if (!isLate) await postMessage?.(json);
      },
    };
    await press('Add a front photo');
    await waitFor(() => expect(left).toBeGreaterThan(taken));
    endSaving();
    await closePage();

    // The webview also loses what it has written in the last half second.
    newPhone();
    localStorage.clear();
    for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value);
    Object.assign(window, { tyyShell: { postMessage } });
    await renderAt('/make-pic?step=front');
    // Expect a note about the loss, or the photo in the draft.
    const said = () => screen.queryByText(/choose (them|it) again/i);
    await waitFor(() => expect(said() ?? document.querySelector('main [data-status=ready]')).not.toBeNull());
  }
});

test('the app names the numbers of invalid pictures from the native app, and adds the others', async () => {
  const [front = '', a = ''] = await base64Of('front', 'a');
  const others = { 0: a, 1: '', 2: btoa('only words'), 3: 'no base64*' };
  openFakeShell({ importPicture: ({ count }) => succeed({ pictures: count === 5 ? { 0: front } : others }) });
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await press(/^Continue/);
  await press('Add more photos');

  const refused = 'Files 2, 3, 4 are damaged or not pictures. Choose others.';
  await screen.findByText(refused);
  await uploadsEnd();
  await screen.findByText('2 of 5 photos, including the front photo');
  screen.getByText(refused);
  history.back();
  await screen.findByRole('heading', { name: 'Add a front photo' });
  await waitFor(() => expect(screen.queryByText(refused)).toBeNull());
});
