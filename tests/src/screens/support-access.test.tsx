import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { signedIn } from '../../support/signed-in.ts';

const allow = { name: 'Let support see my pictures' };
const end = { name: 'Stop letting support see my pictures' };
const retry = { name: 'Let support see my pictures Try again' };
const aMoment = /^Until .+, support can view your finished pictures, but not your photos/;

async function press(button: HTMLElement): Promise<void> {
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
}

test('a user reads what support may see before they allow it, until when, and ends it with one tap', async () => {
  const user = await signedIn();
  const untilNow = async () => (await user.get('getSupportAccess')).data.until;
  const screen = await renderAt('/setting');
  await press(await screen.findByRole('button', allow));
  const question = within(await screen.findByRole('dialog', { name: 'Let support see your pictures?' }));
  question.getByText(/For 24 hours, .+ finished pictures.+ cannot see your photos\. Every view is recorded/);
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect(await untilNow()).toBeNull();

  await press(await screen.findByRole('button', allow));
  await userEvent.click(await screen.findByRole('button', { name: 'Allow for 24 hours' }));
  await screen.findByText(aMoment);
  expect(await untilNow()).not.toBeNull();

  await press(await screen.findByRole('button', end));
  await screen.findByRole('button', allow);
  expect(screen.queryByText(aMoment)).toBeNull();
  expect(await untilNow()).toBeNull();
});

test('what another tab has changed is seen once the page is looked at again', async () => {
  const user = await signedIn();
  const screen = await renderAt('/setting');
  await screen.findByRole('button', allow);
  await user.post('allowSupport', { allow: true });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(aMoment);
});

test('what cannot be loaded is said to be unknown, and may be tried again', async () => {
  const user = await signedIn();
  const { until } = (await user.post('allowSupport', { allow: true })).data;
  let isOffline = true;
  stubCall('getSupportAccess', () => (isOffline ? 'no network' : { until }));
  const screen = await renderAt('/setting');
  const unknown = await screen.findByRole('button', retry);
  expect(screen.queryByText(aMoment)).toBeNull();
  isOffline = false;
  await userEvent.click(unknown);
  await screen.findByText(aMoment);
});

test('a change that fails says so, and shows what is still so', async () => {
  const user = await signedIn();
  await user.post('allowSupport', { allow: true });
  stubCall('allowSupport', () => 'no network');
  const screen = await renderAt('/setting');
  await press(await screen.findByRole('button', end));
  await screen.findByText('network error');
  await screen.findByText(aMoment);
});
