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

test('the first screen takes no focus, the next starts at its top, and Back sets title and focus', async () => {
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

test('Back opens Home if the app was opened on this screen', async () => {
  const screen = await renderAt('/term');

  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));

  await arriveAt('Portraits of you');
  expect(location.pathname).toBe('/tyy/');
});

test('the screen My keeps its elements and its scroll position', async () => {
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
});

test('the screen My keeps its scroll position while the file of another screen loads', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Me' });
  const { go, goBack } = await import('../../../src/platform/navigation.ts');
  window.scrollTo(0, 300);
  window.dispatchEvent(new Event('scroll'));

  go('/term');
  await arriveAt('Terms of service');
  goBack();
  await arriveAt('Me');

  expect(document.activeElement).toBe(heading);
  expect(window.scrollY).toBe(300);
});

test('logging out removes the kept elements of the screen My', async () => {
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

test('Back closes a question and stays on the screen, and the next Back leaves the screen', async () => {
  const { screen, question } = await openTwoScreens();
  const choice = question();
  await screen.findByRole('dialog');
  // At once, because a user may be faster than the next frame.
  history.back();
  expect(await choice).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/tyy/term');
  history.back();
  await screen.findByRole('heading', { name: 'Privacy policy' });
});

test('after the user has answered a question, Back leaves the screen', async () => {
  const { screen, question } = await openTwoScreens();
  const choice = question();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await choice).toBe('yes');
  await waitFor(() => expect(history.state.guard).toBeUndefined());
  expect(location.pathname).toBe('/tyy/term');
  history.back();
  await screen.findByRole('heading', { name: 'Privacy policy' });
});

test('if the screen below an open question is replaced, the question stays open', async () => {
  const { screen, go, question } = await openTwoScreens();
  const choice = question();
  await screen.findByRole('dialog');
  await waitFor(() => expect(history.state.guard).toBe(true));

  go('/', { replace: true });

  await screen.findByRole('heading', { name: 'Portraits of you' });
  history.back();
  expect(await choice).toBeNull();
  expect(location.pathname).toBe('/tyy/');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  history.back();
  await screen.findByRole('heading', { name: 'Privacy policy' });
});

test.each([{ replace: false }, { replace: true }])(
  'Back leads from a screen that an answer has opened (%j) to the screen before the question',
  async options => {
    const { screen, go, question } = await openTwoScreens();
    const choice = question();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await choice;
    go('/', options);
    await screen.findByRole('heading', { name: 'Portraits of you' });
    await waitFor(() => expect(history.state.guard).toBeUndefined());
    history.back();
    const before = options.replace ? 'Privacy policy' : 'Terms of service';
    await screen.findByRole('heading', { name: before });
  },
);
