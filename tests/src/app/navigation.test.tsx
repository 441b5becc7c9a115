import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { signedIn } from '../../support/api/signed-in.ts';
import { renderAt } from '../../support/render-at.tsx';

/** Waits until the heading with this name has the focus. */
async function arriveAt(name: string): Promise<void> {
  await waitFor(() => {
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe(name);
  });
}

test('the first screen does not take the focus', async () => {
  const screen = await renderAt('/privacy');

  await screen.findByRole('heading', { level: 1 });
  expect(document.activeElement).toBe(document.body);
});

test('each navigation sets the title and moves the focus to the heading', async () => {
  await signedIn();
  const screen = await renderAt('/');

  (await screen.findByRole('link', { name: 'My' })).click();
  await arriveAt('My');
  expect(document.title).toBe('My · Tyy portraits');
  expect(screen.getByRole('link', { name: 'My' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();

  screen.getByRole('link', { name: 'Home' }).click();
  await arriveAt('Portraits of you');
  expect(document.title).toBe('Portraits of you · Tyy portraits');
});

test('stepping back sets the title and moves the focus as well', async () => {
  const screen = await renderAt('/privacy');
  await screen.findByRole('heading', { level: 1 });
  const { go } = await import('../../../src/platform/navigation.ts');
  go('/term');
  await arriveAt('Terms of service');

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));

  await arriveAt('Privacy policy');
  expect(document.title).toBe('Privacy policy · Tyy portraits');
});

test('the way back leads home when the app was opened on this screen', async () => {
  const screen = await renderAt('/term');

  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));

  await arriveAt('Portraits of you');
  expect(location.pathname).toBe('/tyy/');
});

test('a new screen begins at its top', async () => {
  const screen = await renderAt('/');
  await screen.findByRole('heading', { level: 1 });
  window.scrollTo(0, 700);

  const { go } = await import('../../../src/platform/navigation.ts');
  go('/term');
  await arriveAt('Terms of service');

  expect(window.scrollY).toBe(0);
});

test('my page is kept as it was left, with its elements and its scroll position', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  const heading = await screen.findByRole('heading', { level: 1, name: 'My' });
  window.scrollTo(0, 420);
  window.dispatchEvent(new Event('scroll'));

  screen.getByRole('link', { name: 'Home' }).click();
  await arriveAt('Portraits of you');
  expect(heading.isConnected).toBe(true);
  expect(heading.closest('[hidden]')).not.toBeNull();
  expect(window.scrollY).toBe(0);

  screen.getByRole('link', { name: 'My' }).click();
  await arriveAt('My');
  expect(screen.getByRole('heading', { level: 1, name: 'My' })).toBe(heading);
  expect(window.scrollY).toBe(420);
});

test('my page is kept while a screen is opened whose file has still to come', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  const heading = await screen.findByRole('heading', { level: 1, name: 'My' });
  const { go, goBack } = await import('../../../src/platform/navigation.ts');
  window.scrollTo(0, 300);
  window.dispatchEvent(new Event('scroll'));

  go('/term');
  await arriveAt('Terms of service');
  goBack();
  await arriveAt('My');

  expect(document.activeElement).toBe(heading);
  expect(window.scrollY).toBe(300);
});

test('nothing of the kept page is left after logging out', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  await screen.findByRole('heading', { level: 1, name: 'My' });
  const { go } = await import('../../../src/platform/navigation.ts');
  const { clearUserData } = await import('../../../src/flows/account/clear-user-data.ts');

  go('/');
  await clearUserData();

  await waitFor(() => expect(document.querySelector('main [hidden]')).toBeNull());
});
