import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { signedIn } from '../../support/api/signed-in.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press } from '../../support/wizard.ts';

/** Waits until the heading with this name has the focus. */
async function arriveAt(name: string): Promise<void> {
  await waitFor(() => {
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe(name);
  });
}

test("each navigation sets the page's title and focuses the heading", async () => {
  await signedIn();
  const screen = await renderAt('/');

  (await screen.findByRole('link', { name: 'Me' })).click();
  await arriveAt('Me');
  expect(document.title).toBe('Me · Tyy portraits');
  expect(screen.getByRole('link', { name: 'Me' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();

  screen.getByRole('link', { name: 'Home' }).click();
  await arriveAt('Portraits of you');
  expect(document.title).toBe('Portraits of you · Tyy portraits');
});

test('the first screen takes no focus, the next screen opens at its top, and Back sets the title and the focus', async () => {
  const screen = await renderAt('/privacy');
  await screen.findByRole('heading', { level: 1 });
  expect(document.activeElement).toBe(document.body);
  window.scrollTo(0, 700);
  const { go } = await import('../../../src/platform/navigation.ts');
  go('/term');
  await arriveAt('Terms of service');
  expect(window.scrollY).toBe(0);

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await arriveAt('Privacy policy');
  expect(document.title).toBe('Privacy policy · Tyy portraits');
});

test('the Back button opens Home if the screen is the first in the history', async () => {
  const screen = await renderAt('/term');

  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));

  await arriveAt('Portraits of you');
  expect(location.pathname).toBe('/tyy/');
});

test('the hidden screen My stays in the document, and shows the same scroll position when the user returns', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Me' });
  window.scrollTo(0, 420);
  window.dispatchEvent(new Event('scroll'));

  screen.getByRole('link', { name: 'Home' }).click();
  await arriveAt('Portraits of you');
  expect(heading.isConnected).toBe(true);
  expect(heading.closest('[hidden]')).not.toBeNull();
  expect(window.scrollY).toBe(0);

  screen.getByRole('link', { name: 'Me' }).click();
  await arriveAt('Me');
  expect(screen.getByRole('heading', { level: 1, name: 'Me' })).toBe(heading);
  expect(window.scrollY).toBe(420);

  const { go, goBack } = await import('../../../src/platform/navigation.ts');
  go('/term');
  await arriveAt('Terms of service');
  goBack();
  await arriveAt('Me');
  expect(document.activeElement).toBe(heading);
  expect(window.scrollY).toBe(420);
});

test('logging out removes the hidden screen My from the document', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  await screen.findByRole('heading', { level: 1, name: 'Me' });
  const { go } = await import('../../../src/platform/navigation.ts');
  const { clearUserData } = await import('../../../src/flows/account/clear-user-data.ts');

  go('/');
  await clearUserData();

  await waitFor(() => expect(document.querySelector('main [hidden]')).toBeNull());
});

async function openTwoScreens() {
  const screen = await renderAt('/privacy');
  const [{ go }, { ask }] = await Promise.all([
    import('../../../src/platform/navigation.ts'),
    import('../../../src/state/overlay.ts'),
  ]);
  go('/term');
  await screen.findByRole('heading', { name: 'Terms of service' });
  const question = () =>
    ask({ title: 'delete', choices: [{ value: 'yes', label: 'delete', kind: 'danger' }] });
  return { screen, go, question };
}

test.each([
  ['the same', '/tyy/term'],
  ['a replaced', '/tyy/'],
])('Back closes a question on %s screen, and the next Back leaves the screen', async (_, path) => {
  const { screen, go, question } = await openTwoScreens();
  const choice = question();
  await screen.findByRole('dialog');
  if (path === '/tyy/') {
    await waitFor(() => expect(history.state.guard).toBe(true));
    go('/', { replace: true });
    await screen.findByRole('heading', { name: 'Portraits of you' });
    screen.getByRole('dialog');
  }
  // Go back at once, because a user may be faster than the next frame.
  history.back();
  expect(await choice).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe(path);
  history.back();
  await screen.findByRole('heading', { name: 'Privacy policy' });
});

test.each([null, { replace: false }, { replace: true }])(
  'after an answer, Back leaves the screen that the answer has opened (%j), or else the screen of the question',
  async options => {
    const { screen, go, question } = await openTwoScreens();
    const choice = question();
    await press('Delete');
    expect(await choice).toBe('yes');
    if (options) {
      go('/', options);
      await screen.findByRole('heading', { name: 'Portraits of you' });
    }
    await waitFor(() => expect(history.state.guard).toBeUndefined());
    history.back();
    const before = options?.replace === false ? 'Terms of service' : 'Privacy policy';
    await screen.findByRole('heading', { name: before });
  },
);
