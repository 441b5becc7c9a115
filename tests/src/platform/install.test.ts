import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';

/** Dispatches the event of a browser that can install the app. */
function offer(): { prompt: ReturnType<typeof vi.fn>; event: Event } {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { prompt, event };
}

const row = { name: 'Add to home screen' };

test('Settings offers to install the app while the browser does, and hands the tap on to it', async () => {
  const screen = await renderAt('/setting');
  await screen.findByRole('heading', { name: 'Settings' });
  expect(screen.queryByRole('button', row)).toBeNull();

  const { prompt, event } = offer();
  await userEvent.click(await screen.findByRole('button', row));

  expect(event.defaultPrevented).toBe(true);
  expect(prompt).toHaveBeenCalledTimes(1);
  await vi.waitUntil(() => screen.queryByRole('button', row) === null);
});

test('an app that was installed from Settings asks for storage that lasts, and not before', async () => {
  const persist = vi.fn(async () => true);
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  const screen = await renderAt('/setting');
  offer();
  await userEvent.click(await screen.findByRole('button', row));
  expect(persist).not.toHaveBeenCalled();

  window.dispatchEvent(new Event('appinstalled'));

  expect(persist).toHaveBeenCalled();
});

test('an offer that came before Settings was opened is kept', async () => {
  const screen = await renderAt('/');
  offer();
  history.pushState(null, '', '/tyy/setting');

  await screen.findByRole('button', row);
});
