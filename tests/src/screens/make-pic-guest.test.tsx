import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { recordRequests } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { setSettings } from '../../support/set-settings.ts';
import { button, chooseTemplate, frontPhotoIsThere, heading, press } from '../../support/wizard.ts';

/** The addresses to which the page tried to leave. */
let left: URL[];

beforeEach(() => {
  newPhone();
  left = [];
  vi.spyOn(location, 'replace').mockImplementation(address => void left.push(new URL(address)));
  setSettings({ openTry: true });
});

/** Chooses a template and a photo as a guest, up to the question to sign in before the upload. */
async function chooseAsGuest(): Promise<void> {
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
