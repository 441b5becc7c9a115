import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, inject, test } from 'vitest';
import { ApiUser, overHttp, tokenOf } from '../../support/api/api.ts';
import { changeData, recordRequests, withoutFeatures } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { button, frontPhotoIsThere, press } from '../../support/wizard.ts';

beforeEach(newPhone);

let count = 0;

/** Returns a user right after their first sign-in. */
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

const sheet = async () =>
  within(await screen.findByRole('dialog', { name: 'Before your photo leaves this phone' }));

const uploads = (requests: { path: string }[]) =>
  requests.filter(({ path }) => path.endsWith('/getOssStsInfo') || !path.startsWith('/v1/'));

test('no photo is uploaded before the user agrees; "Not now" keeps the photo, and the next attempt asks again', async () => {
  const user = await aNewcomer();
  const requests = recordRequests();
  await chooseAPhoto();
  const asked = await sheet();
  asked.getByText('It is erased after 30 days, or as soon as you want.');
  asked.getByText(/I have the permission of everybody whom it shows; and I am at least 14/);
  asked.getByText('For a photo of a child under 14, a parent or guardian must consent.');
  asked.getByRole('button', { name: 'Not now' }).click();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(uploads(requests)).toEqual([]);

  // Automatic retries do not ask again, and neither does a reload.
  dispatchEvent(new Event('online'));
  await screen.findByText('Waiting for your consent');
  await renderAt('/make-pic?step=front');
  await screen.findByText('Waiting for your consent');
  screen.getByRole('button', { name: 'Remove' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Read and agree');
  (await sheet()).getByRole('button', { name: 'I agree' }).click();
  await frontPhotoIsThere();
  expect((await user.get('getUserInfo')).data.consent_version).not.toBe('');

  await renderAt('/setting');
  await press('Withdraw consent');
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Withdraw consent' })
    .click();
  await screen.findByText('Your consent has been withdrawn');
  expect((await user.get('getUserInfo')).data.consent_version).toBe('');
  expect((await user.get('getPhotos')).data.list).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull());
});

test('if the API saves no consent, the device saves it and asks only once', async () => {
  await aNewcomer();
  withoutFeatures({ hasAgreed: false });
  const requests = recordRequests();
  await chooseAPhoto();
  (await sheet()).getByRole('button', { name: 'I agree' }).click();
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
  question.getByRole('button', { name: 'Withdraw consent' }).click();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull());
});

test('the question names the service that makes the pictures, and its country', async () => {
  await aNewcomer();
  changeData('getOperator', operator => ({
    ...operator,
    generator: { name: 'Gpu Inc', country: 'CN' },
    compares_faces: false,
  }));
  await chooseAPhoto();
  const asked = await sheet();
  asked.getByText('It is sent to Gpu Inc (China), which makes the pictures.');
  expect(asked.queryByText(/same person/)).toBeNull();
  asked.getByRole('button', { name: 'Privacy policy' }).click();
  await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
  await screen.findByText(/Gpu Inc in China/);
  history.back();
  await button(/^(Add a front photo|Read and agree)$/);
});
