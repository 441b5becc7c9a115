import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';

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

test('Back closes a question and stays on the screen; the next Back leaves it', async () => {
  const { screen, question } = await openTwoScreens();
  const choice = question();
  await screen.findByRole('dialog');
  // At once: a user may be faster than the next frame.
  history.back();
  expect(await choice).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/tyy/term');
  history.back();
  await screen.findByRole('heading', { name: 'Privacy policy' });
});

test('a question that was answered leaves nothing in the way of Back', async () => {
  const { screen, question } = await openTwoScreens();
  const choice = question();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await choice).toBe('yes');
  await waitFor(() => expect(history.state.guard).toBeUndefined());
  expect(location.pathname).toBe('/tyy/term');
  history.back();
  await screen.findByRole('heading', { name: 'Privacy policy' });
});

test('a screen that takes the place of this one below an open question leaves the question open', async () => {
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
  'a screen that an answer opens (%j) is one step from the screens before it',
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
