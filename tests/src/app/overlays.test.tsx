import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { later } from '../../support/later.ts';
import { renderAt } from '../../support/render-at.tsx';

let screen: Awaited<ReturnType<typeof renderAt>>;
let overlays: typeof import('../../../src/state/overlay.ts');
beforeEach(async () => {
  screen = await renderAt('/not-there');
  await screen.findByRole('heading', { level: 1 });
  overlays = await import('../../../src/state/overlay.ts');
});

function askToDelete(): Promise<'delete' | null> {
  return overlays.ask({
    title: { text: 'Delete this image?' },
    text: { text: 'You can’t undo this.' },
    rows: [{ label: { text: 'Size' }, value: { key: 'gold-coins', values: { count: 20 } }, strong: true }],
    choices: [{ value: 'delete', label: 'delete', kind: 'danger' }],
  });
}

/** Waits until a question's button can be pressed. */
const ready = (name: string): Promise<HTMLElement> =>
  vi.waitFor(() => {
    const button = screen.getByRole('button', { name });
    expect(button.hasAttribute('aria-disabled')).toBe(false);
    return button;
  }, 10_000);

/** The part of the page below the overlays. */
const frame = () => document.querySelector('main')?.parentElement;

test('Cancel, Escape and a tap outside dismiss a question without an answer', async () => {
  const closings = [
    () => userEvent.click(screen.getByRole('button', { name: 'Cancel' })),
    () => userEvent.keyboard('{Escape}'),
    async () => {
      await userEvent.click(screen.getByRole('dialog').previousElementSibling as Element);
    },
  ];
  for (const close of closings) {
    const answer = askToDelete();
    await ready('Cancel');

    await close();

    expect(await answer).toBeNull();
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000);
  }
});

test.for(['danger', 'primary'] as const)(
  'a question with a %s choice, or after another question, ignores a double tap and a held key',
  async kind => {
    if (kind === 'primary') {
      overlays.ask({ title: { text: 'First?' }, choices: [] });
      await screen.findByRole('dialog', { name: 'First?' });
    }
    const settled = vi.fn();
    const choices = [{ value: 'delete', label: 'delete', kind } as const];
    overlays.ask({ title: { text: 'Delete this image?' }, choices }).then(settled);
    const button = await screen.findByRole('button', { name: 'Delete' });
    await userEvent.click(button);
    await userEvent.click(screen.getByRole('dialog').previousElementSibling as Element);
    expect(screen.getByRole('dialog')).toBeTruthy();

    await ready('Delete');
    button.focus();
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    expect(button.dispatchEvent(held)).toBe(false);
    expect(settled).not.toHaveBeenCalled();
    await userEvent.click(button);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledWith('delete'));
  },
);

test('Escape closes no question while it cancels the input of a word or has a modifier', async () => {
  askToDelete();
  await screen.findByRole('dialog');
  for (const init of [{ isComposing: true }, { keyCode: 229 }, { ctrlKey: true }])
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...init }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a question takes the focus and later returns it, even after a second question has replaced the first', async () => {
  const before = screen.getByRole('button', { name: 'Back to Home' });
  before.focus();
  const hasFocus = async (name: string) => {
    const dialog = await screen.findByRole('dialog', { name });
    await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true), 10_000);
  };
  const first = askToDelete();
  await hasFocus('Delete this image?');
  expect(frame()?.hasAttribute('inert')).toBe(true);

  const second = overlays.ask({ title: { text: 'And now?' }, choices: [] });
  expect(await first).toBeNull();
  await hasFocus('And now?');
  await userEvent.keyboard('{Escape}');
  expect(await second).toBeNull();
  await vi.waitFor(() => expect(document.activeElement === before).toBe(true), 10_000);
  expect(frame()?.hasAttribute('inert')).toBe(false);
});

test('the loading overlay shows a message and the progress, and makes the page inert', async () => {
  const work = later();
  let report = (_progress: number) => {};
  const done = overlays.withLoading({ text: 'Uploading…' }, notify => {
    report = progress => notify({ text: 'Uploading 2 of 4' }, progress);
    return work.promise;
  });

  const bar = await screen.findByRole('progressbar', { name: 'Uploading…' });
  expect(bar.hasAttribute('value')).toBe(false);
  expect(frame()?.hasAttribute('inert')).toBe(true);

  report(0.5);
  const moved = await screen.findByRole('progressbar', { name: 'Uploading 2 of 4' });
  expect(moved.getAttribute('value')).toBe('0.5');

  work.resolve();
  await done;
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), 10_000);
  expect(frame()?.hasAttribute('inert')).toBe(false);
});

test('a toast appears in a live region for screen readers and disappears after two seconds', async () => {
  const place = screen.getAllByRole('status').at(-1) as HTMLElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });

  overlays.toast({ text: 'Saved' });
  await vi.waitFor(() => expect(place.textContent).toBe('Saved'), 10_000);

  vi.advanceTimersByTime(2000);
  await vi.waitFor(() => expect(place.textContent).toBe(''), 10_000);
  vi.useRealTimers();
});

test('a note appears in a live region and stays, also during a question, until the user closes it or leaves the screen', async () => {
  const place = screen.getAllByRole('status').at(-2) as HTMLElement;
  overlays.note({ text: 'Your phone is full' });
  await vi.waitFor(() => expect(place.textContent).toBe('Your phone is full'), 10_000);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(place.textContent).toBe(''), 10_000);

  overlays.note({ text: 'Your phone is full' });
  await screen.findByText('Your phone is full');
  const answer = askToDelete();
  await userEvent.click(await ready('Delete'));
  expect(await answer).toBe('delete');
  await screen.findByText('Your phone is full');
  await userEvent.click(screen.getByRole('button', { name: 'Back to Home' }));

  await vi.waitFor(() => expect(screen.queryByText('Your phone is full')).toBeNull(), 10_000);
});

test('a new note replaces an old note unless the old note has an action, and the action closes its note', async () => {
  const run = vi.fn();
  overlays.note({ text: 'A new version is there' }, { label: { text: 'Update' }, run });
  overlays.note({ text: 'This file is not a picture' });
  await screen.findByText('This file is not a picture');
  // The page shows only the latest note.
  expect(screen.queryByText('A new version is there')).toBeNull();
  await userEvent.click(screen.getByRole('heading', { level: 1 }));
  screen.getByText('This file is not a picture');

  const act = document.createElement('button');
  screen.getByRole('heading', { level: 1 }).after(act);
  act.addEventListener('click', () => overlays.note({ text: 'This one is not a picture either' }));
  await userEvent.click(act);

  await screen.findByText('This one is not a picture either');
  expect(overlays.overlay.notes.map(({ message }) => message)).toEqual([
    { text: 'A new version is there' },
    { text: 'This one is not a picture either' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText('A new version is there');

  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(run).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(screen.queryByText('A new version is there')).toBeNull(), 10_000);
});
