import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';

let screen: Awaited<ReturnType<typeof renderAt>>;
let overlays: typeof import('../../../src/state/overlay.ts');
beforeEach(async () => {
  screen = await renderAt('/not-there');
  await screen.findByRole('heading', { level: 1 });
  overlays = await import('../../../src/state/overlay.ts');
});

/** Asks before a deletion, in a dialog with one fact. */
function askToDelete(): Promise<'delete' | null> {
  return overlays.ask({
    title: { text: 'Delete this image?' },
    text: { text: 'You cannot undo this.' },
    rows: [{ label: { text: 'Size' }, value: { key: 'gold-coins', values: { count: 20 } }, strong: true }],
    choices: [{ value: 'delete', label: 'delete', kind: 'danger' }],
  });
}

/** The part of the page below the overlays. */
const frame = () => document.querySelector('main')?.parentElement;

test('a question shows its words and facts, and resolves with the choice', async () => {
  const answer = askToDelete();

  const dialog = await screen.findByRole('dialog', { name: 'Delete this image?' });
  expect(dialog.textContent).toContain('You cannot undo this.');
  expect(dialog.textContent).toContain('20 gold coins');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));

  expect(await answer).toBe('delete');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000);
});

test('a question that is cancelled, escaped from or tapped beside has no answer', async () => {
  const closings = [
    () => userEvent.click(screen.getByRole('button', { name: 'Cancel' })),
    () => userEvent.keyboard('{Escape}'),
    async () => {
      await userEvent.click(screen.getByRole('dialog').previousElementSibling as Element);
    },
  ];
  for (const close of closings) {
    const answer = askToDelete();
    await screen.findByRole('dialog');

    await close();

    expect(await answer).toBeNull();
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000);
  }
});

test('a question takes the focus, makes the page inert, and gives the focus back', async () => {
  const before = screen.getByRole('button', { name: 'Back to Home' });
  before.focus();

  const answer = askToDelete();
  const dialog = await screen.findByRole('dialog');
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true), 10_000);
  expect(frame()?.hasAttribute('inert')).toBe(true);

  await userEvent.keyboard('{Escape}');
  await answer;
  await vi.waitFor(() => expect(document.activeElement === before).toBe(true), 10_000);
  expect(frame()?.hasAttribute('inert')).toBe(false);
});

test('a second question takes the place of the first, and gives the focus back to where it was', async () => {
  const before = screen.getByRole('button', { name: 'Back to Home' });
  before.focus();
  const first = askToDelete();
  await screen.findByRole('dialog', { name: 'Delete this image?' });

  const second = overlays.ask({ title: { text: 'And now?' }, choices: [] });

  expect(await first).toBeNull();
  const dialog = await screen.findByRole('dialog', { name: 'And now?' });
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true), 10_000);
  await userEvent.keyboard('{Escape}');
  expect(await second).toBeNull();
  await vi.waitFor(() => expect(document.activeElement === before).toBe(true), 10_000);
});

test('the loading overlay says what is done and how far it is, and nothing below can be used', async () => {
  let finish = () => {};
  let report = (_progress: number) => {};
  const done = overlays.withLoading({ text: 'Uploading…' }, async notify => {
    report = progress => notify({ text: 'Uploading 2 of 4' }, progress);
    await new Promise<void>(resolve => {
      finish = resolve;
    });
  });

  const bar = await screen.findByRole('progressbar', { name: 'Uploading…' });
  expect(bar.hasAttribute('value')).toBe(false);
  expect(frame()?.hasAttribute('inert')).toBe(true);

  report(0.5);
  const moved = await screen.findByRole('progressbar', { name: 'Uploading 2 of 4' });
  expect(moved.getAttribute('value')).toBe('0.5');

  finish();
  await done;
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), 10_000);
  expect(frame()?.hasAttribute('inert')).toBe(false);
});

test('toasts are announced in a place that is there before them, and leave', async () => {
  const place = screen.getAllByRole('status').at(-1) as HTMLElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });

  overlays.toast({ text: 'Saved' });
  await vi.waitFor(() => expect(place.textContent).toBe('Saved'), 10_000);

  vi.advanceTimersByTime(2000);
  await vi.waitFor(() => expect(place.textContent).toBe(''), 10_000);
  vi.useRealTimers();
});

test('what takes longer to read is announced, stands there until it is closed, and leaves with its screen', async () => {
  const place = screen.getAllByRole('status').at(-2) as HTMLElement;
  overlays.note({ text: 'Your phone is full' });
  await vi.waitFor(() => expect(place.textContent).toBe('Your phone is full'), 10_000);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(place.textContent).toBe(''), 10_000);

  overlays.note({ text: 'Your phone is full' });
  await screen.findByText('Your phone is full');
  await userEvent.click(screen.getByRole('button', { name: 'Back to Home' }));

  await vi.waitFor(() => expect(screen.queryByText('Your phone is full')).toBeNull(), 10_000);
});

test('a message about an act ends with the next act, and an offer stays', async () => {
  overlays.note({ text: 'A new version is there' }, { label: { text: 'Update' }, run: () => {} });
  overlays.note({ text: 'This file is not a picture' });
  await screen.findByText('This file is not a picture');
  // Only one note is shown at a time.
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
});

test('a message about an act outlasts the question that follows, which covers it', async () => {
  overlays.note({ text: 'One of the files is not a picture' });
  const answer = askToDelete();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));

  expect(await answer).toBe('delete');
  await screen.findByText('One of the files is not a picture');
  await userEvent.click(screen.getByRole('button', { name: 'Back to Home' }));
  await vi.waitFor(() => expect(screen.queryByText('One of the files is not a picture')).toBeNull(), 10_000);
});

test('a note that offers something does it once, and is gone', async () => {
  const run = vi.fn();
  overlays.note({ text: 'A new version is there' }, { label: { text: 'Update' }, run });

  await userEvent.click(await screen.findByRole('button', { name: 'Update' }));

  expect(run).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(screen.queryByText('A new version is there')).toBeNull(), 10_000);
});
