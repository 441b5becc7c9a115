import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';

const term = '../../../src/screens/term.tsx';
let reload: ReturnType<typeof vi.spyOn>;
let online = true;

beforeEach(() => {
  online = true;
  reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  // React logs errors that an error boundary catches, so silence the log.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  vi.doUnmock(term);
  await settleMocks();
});

/**
 * Fetches a single module, so that Vitest applies all queued mocks now. If the next fetches ran in parallel, each would
 * apply the queue, and a mock could be missing for a moment.
 */
async function settleMocks(): Promise<void> {
  vi.resetModules();
  await import('../../../src/paths.ts');
}

/** Simulates a new release that has removed the file of the terms. */
async function removeFile(): Promise<void> {
  const isThere = () =>
    import(term).then(
      () => true,
      () => false,
    );
  do {
    vi.doMock(term, () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    await settleMocks();
  } while (await isThere());
  await settleMocks();
}

test('a screen that throws shows an error with a button to Home, and the next screen works', async () => {
  vi.doMock(term, () => ({
    default() {
      throw new Error('broken');
    },
  }));
  await settleMocks();
  const goTo = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const screen = await renderAt('/term');
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be shown');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong');
  screen.getByRole('button', { name: 'Back to Home' }).click();
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/tyy/'));

  const { go } = await import('../../../src/platform/navigation.ts');
  go('/privacy');
  await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
});

test("if a screen's file is missing, the page reloads once, but may reload again after the screen has opened", async () => {
  await removeFile();
  const screen = await renderAt('/term');
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
  await renderAt('/term');
  await screen.findByRole('alert');
  expect(reload).toHaveBeenCalledTimes(1);

  vi.doUnmock(term);
  await settleMocks();
  await renderAt('/term');
  await screen.findByRole('heading', { level: 1, name: 'Terms of service' });
  await removeFile();
  await renderAt('/term');
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

test("if a screen's file cannot load offline, the page shows an error and reloads only on request", async () => {
  online = false;
  await removeFile();

  const screen = await renderAt('/term');

  expect((await screen.findByRole('alert')).textContent).toContain('You’re offline');
  expect(reload).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Try again' }).click();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test("if a screen's file is missing and session storage is blocked, the page does not reload", async () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await removeFile();

  const screen = await renderAt('/term');

  await screen.findByRole('alert');
  expect(reload).not.toHaveBeenCalled();
});
