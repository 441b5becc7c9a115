import { screen, waitFor } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { useLoad } from '../../../src/ui/use-load.ts';
import { render } from '../../support/render.tsx';

/** A pending load. */
interface Begun {
  end: (words: string) => void;
  fail: () => void;
}

let begun: Begun[] = [];
let reload: () => Promise<boolean>;
let root: Root;

const load = () =>
  new Promise<string>((resolve, reject) => {
    begun.push({ end: resolve, fail: () => reject(new Error('no network')) });
  });

function Words({ name }: { name: string }) {
  const [state, again] = useLoad(load, name);
  reload = again;
  return (
    <p role="note" data-status={state.status}>
      {state.data}
    </p>
  );
}

/** Waits until the note shows these words in this state. */
async function see(words: string, status: string): Promise<void> {
  await waitFor(() => {
    const note = screen.getByRole('note');
    expect([note.textContent, note.dataset.status]).toEqual([words, status]);
  });
}

beforeEach(async () => {
  begun = [];
  root = render(<Words name="a" />);
  await waitFor(() => expect(begun).toHaveLength(1));
});

test('loading again keeps what is shown until the new has come', async () => {
  begun[0]?.end('old');
  await see('old', 'ready');

  const again = reload();
  await see('old', 'loading');
  begun[1]?.end('new');

  expect(await again).toBe(true);
  await see('new', 'ready');
});

test('a failure is said, keeps what was shown, and can be tried again', async () => {
  begun[0]?.end('old');
  await see('old', 'ready');
  const failing = reload();
  begun[1]?.fail();
  expect(await failing).toBe(false);
  await see('old', 'failed');

  reload();
  begun[2]?.end('new');
  await see('new', 'ready');
});

test('what did not come is loaded when the network is back, and what came is not loaded again', async () => {
  begun[0]?.fail();
  await see('', 'failed');

  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.end('here');
  await see('here', 'ready');

  window.dispatchEvent(new Event('online'));
  expect(begun).toHaveLength(2);
});

test('another key loads anew, and the result of the old one is not shown', async () => {
  root.render(<Words name="b" />);
  await waitFor(() => expect(begun).toHaveLength(2));

  begun[1]?.end('of b');
  await see('of b', 'ready');
  begun[0]?.end('of a');

  await see('of b', 'ready');
});
