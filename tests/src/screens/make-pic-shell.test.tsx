import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { dataOf } from '../../support/api.ts';
import { aPhoto } from '../../support/choose-files.ts';
import { openFakeShell, succeed } from '../../support/fake-shell.ts';
import { intercept, stubCall } from '../../support/network.ts';
import { newPhone } from '../../support/new-phone.ts';
import { closePage, endSaving } from '../../support/page-roots.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { button, frontPhotoIsThere, press } from '../../support/wizard.ts';

beforeEach(() => {
  newPhone();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android TyyShell/1.0 Language/en');
});

/** Photos of these names, as a phone hands them over. */
async function base64Of(...names: string[]): Promise<string[]> {
  const files = await Promise.all(names.map(name => aPhoto(`${name}.png`)));
  return Promise.all(files.map(async file => Buffer.from(await file.arrayBuffer()).toString('base64')));
}

test('in the native app the front step asks for five, the next one for what is left, and "Replace photo" for one', async () => {
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

test('five photos whose upload asks for a login that is cancelled wait for the next one, each with its bytes', async ({
  user,
}) => {
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

test('a phone that kills its webview right after the picker replied loses no photo without a word', async () => {
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

    // What the webview itself wrote within the last half second is lost too.
    newPhone();
    localStorage.clear();
    for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value);
    Object.assign(window, { tyyShell: { postMessage } });
    await renderAt('/make-pic?step=front');
    // A photo that had arrived by then is there.
    const said = () => screen.queryByText(/choose them again|choose it again/);
    await waitFor(() => expect(said() ?? document.querySelector('main [data-status=ready]')).not.toBeNull());
  }
});
