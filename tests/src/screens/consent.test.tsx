import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { ApiUser, overHttp, tokenOf } from '../../support/api/api.ts';
import { changeData, recordRequests, withoutFeatures } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { choose } from '../../support/phone/share-sheet.ts';
import { renderAt } from '../../support/render-at.tsx';
import { setSettings } from '../../support/set-settings.ts';
import { button, chooseTemplate, frontPhotoIsThere, heading, press } from '../../support/wizard.ts';

beforeEach(newPhone);

let count = 0;

async function aNewcomer(): Promise<ApiUser> {
  const transport = overHttp(inject('backend'));
  const user = new ApiUser(
    transport,
    await tokenOf(transport, `New ${process.pid} ${Date.now()} ${++count}`),
  );
  localStorage.setItem('tyy.token', user.token);
  return user;
}

async function chooseAPhoto(): Promise<void> {
  await renderAt('/make-pic');
  await press(/^Add your photos/);
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
}

const sheet = async () => within(await screen.findByRole('dialog', { name: 'Before you upload' }));

const uploads = (requests: { path: string }[]) =>
  requests.filter(({ path }) => path.endsWith('/getOssStsInfo') || !path.startsWith('/v1/'));

test('no photo is uploaded before the user consents, and after "Not now" the photo stays until the next attempt', async () => {
  const user = await aNewcomer();
  const requests = recordRequests();
  await chooseAPhoto();
  const asked = await sheet();
  await asked.findByText(/Deleted after 30 days, or when you say so\.$/);
  asked.getByText(/everyone in it has agreed \(under 14: a parent or guardian\)\. I’m 14 or older\.$/);
  expect(asked.queryByRole('checkbox')).toBeNull();
  await press('Not now');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(uploads(requests)).toEqual([]);

  // Neither automatic retries nor a reload ask for consent again.
  dispatchEvent(new Event('online'));
  await screen.findByText('Waiting for your consent');
  await renderAt('/make-pic?step=front');
  await screen.findByText('Waiting for your consent');
  screen.getByRole('button', { name: 'Remove' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Read and agree');
  await press('I agree');
  await frontPhotoIsThere();
  expect((await user.get('getUserInfo')).data.consent_version).not.toBe('');

  await renderAt('/setting');
  await press('Withdraw consent');
  await choose('Withdraw consent?', 'Withdraw consent');
  await screen.findByText('Your consent has been withdrawn');
  expect((await user.get('getUserInfo')).data.consent_version).toBe('');
  expect((await user.get('getPhotos')).data.list).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull());
});

test('if the API cannot save consent, the app saves it on the device and asks only once', async () => {
  await aNewcomer();
  withoutFeatures({ hasAgreed: false });
  const requests = recordRequests();
  await chooseAPhoto();
  await press('I agree');
  await frontPhotoIsThere();
  expect(requests.filter(({ path }) => /Consent|getOperator/.test(path))).toEqual([]);

  await press('Replace photo');
  await chooseFiles(await aPhoto('another.png'));
  await frontPhotoIsThere();
  expect(screen.queryByRole('dialog')).toBeNull();

  await renderAt('/setting');
  await press('Withdraw consent');
  const question = within(await screen.findByRole('dialog'));
  question.getByText(/please write to support/);
  await choose('Withdraw consent?', 'Withdraw consent');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull());
});

test('the question for consent names the service that makes the pictures, and its country', async () => {
  await aNewcomer();
  changeData('getOperator', operator => ({
    ...operator,
    name: 'Studio Sol',
    country: 'MT',
    generator: { name: 'Gpu Inc', country: 'CN' },
    compares_faces: false,
  }));
  await chooseAPhoto();
  const asked = await sheet();
  await asked.findByText('Sent to Gpu Inc in China, which makes the pictures.');
  asked.getByText(/Deleted here after 30 days\.$/);
  asked.getByText(/^Studio Sol/, { exact: false });
  expect(asked.queryByText(/same person/)).toBeNull();
  const agree = asked.getByRole<HTMLButtonElement>('button', { name: 'I agree' });
  expect(agree.disabled).toBe(true);
  asked.getByRole('checkbox', { name: 'My photo may be sent to Gpu Inc in China.' }).click();
  await waitFor(() => expect(agree.disabled).toBe(false));
});

test.each([
  [{ store: { name: '', country: 'CN' } }, 'Stays on our servers in Malta.'],
  [
    { store: { name: 'Alibaba Cloud OSS', country: 'CN' } },
    'Made on our servers, stored with Alibaba Cloud OSS in China.',
  ],
  [{ generator: { name: 'Gpu Inc', country: 'MT' } }, 'Sent to Gpu Inc in Malta, which makes the pictures.'],
])('with %j the sheet says “%s”, and asks for no tick', async (changed, said) => {
  await aNewcomer();
  changeData('getOperator', operator => ({
    ...operator,
    country: 'MT',
    generator: { name: '', country: 'MT' },
    ...changed,
  }));
  await chooseAPhoto();
  const asked = await sheet();
  await asked.findByText(said);
  expect(asked.queryByRole('checkbox')).toBeNull();
});

test('reading the privacy policy is no "Not now": back returns to the sheet', async () => {
  await aNewcomer();
  await chooseAPhoto();
  await press('Privacy policy');
  await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
  history.back();
  await press('I agree');
  await frontPhotoIsThere();
});

test('who leaves the privacy policy for another screen is asked again at the photo', async () => {
  await aNewcomer();
  await chooseAPhoto();
  await press('Privacy policy');
  await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
  const { go } = await import('../../../src/platform/navigation.ts');
  go('/');
  await screen.findByRole('heading', { level: 1, name: 'Portraits of you' });
  expect(screen.queryByRole('dialog')).toBeNull();
  go('/make-pic?step=front');
  await button('Read and agree');
});

test.each([
  ['en', 'I agree'],
  ['zh', '同意'],
])(
  'in %s, the consent sheet has a blank after a sentence only where the language has one',
  async (code, agree) => {
    await aNewcomer();
    await chooseAPhoto();
    await button('I agree');
    await (await import('../../../src/flows/app/change-language.ts')).changeLanguage(code as 'en' | 'zh');
    await button(agree);
    const words = screen.getByRole('dialog').textContent ?? '';
    expect(words).not.toMatch(/[。：，] /);
    expect(words).toMatch(code === 'zh' ? /不作他用。多张/ : /your pictures\. /);
  },
);

/** The addresses to which the page tried to leave. */
let left: URL[];

/** Chooses a template and a photo as a guest, up to the question to sign in before the upload. */
async function chooseAsGuest(): Promise<void> {
  left = [];
  vi.spyOn(location, 'replace').mockImplementation(address => void left.push(new URL(address)));
  setSettings({ openTry: true });
  await renderAt('/make-pic');
  await chooseTemplate(1);
  await press(/^Use template/);
  await heading('Add a front photo');
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await screen.findByRole('dialog', { name: 'Sign in to continue with your photo' });
}

test('a guest chooses a template and a photo, and must sign in before the upload', async () => {
  const requests = recordRequests();
  await chooseAsGuest();
  await press('Cancel');

  await screen.findByText('Not uploaded');
  expect(left).toEqual([]);
  // The page has sent no call that requires a sign-in. Calls with a token come from the page of an earlier test file.
  const guests = requests.filter(({ headers }) => !headers.includes('authorization'));
  expect(new Set(guests.map(({ path }) => path))).toEqual(new Set(['/v1/getTemplates']));

  await press('Try again');
  await screen.findByRole('dialog', { name: 'Sign in to continue with your photo' });
});

test('the question to sign in names both legal texts; in Chinese it waits for a tick, and reading a text refuses nothing', async () => {
  await chooseAsGuest();
  const dialog = () => within(screen.getByRole('dialog'));
  await dialog().findByText(/^By signing in you accept the/);
  expect(dialog().queryByRole('checkbox')).toBeNull();
  expect(
    dialog()
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(['Terms of service', 'Privacy policy']);
  await press('Cancel');

  await (await import('../../../src/flows/app/change-language.ts')).changeLanguage('zh');
  await press('重试');
  const signIn = await screen.findByRole<HTMLButtonElement>('button', { name: '登录' });
  const box = await dialog().findByRole<HTMLInputElement>('checkbox', {
    name: /^我已阅读并同意《 ?服务条款 ?》和《 ?隐私政策 ?》$/,
  });
  expect([box.checked, signIn.disabled]).toEqual([false, true]);
  signIn.click();
  dialog().getByRole('link', { name: '服务条款' }).click();
  await heading('服务条款');
  expect(screen.queryByRole('dialog')).toBeNull();
  history.back();
  (await screen.findByRole('checkbox')).click();
  expect(left).toEqual([]);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '登录' }).disabled).toBe(false),
  );
  await press('登录');
  await waitFor(() => expect(left).toHaveLength(1));
});

test("a guest's photo is uploaded after the return from the login dialog", async () => {
  await chooseAsGuest();
  await press('Sign in');
  await waitFor(() => expect(left).toHaveLength(1));
  const state = left[0]?.searchParams.get('state') ?? '';

  await renderAt(`/#${new URLSearchParams({ access_token: `sandbox:Guest ${Date.now()}`, state })}`);

  await heading('Add a front photo');
  await press('I agree');
  await frontPhotoIsThere();
  await press(/^Continue/);
  await press(/^Skip/);
  await waitFor(() => expect(screen.getByRole('radio', { checked: true })).toBeTruthy());
  await button(/^Use template · 20 gold coins/);
});

test('a guest who returns without a sign-in is not asked again to sign in', async () => {
  await chooseAsGuest();
  await renderAt('/make-pic?step=front');

  await screen.findByText('Not uploaded');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(left).toEqual([]);
});
