import { screen, waitFor } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { LazyImage } from '../../../src/ui/lazy-image.tsx';
import { useLoad } from '../../../src/ui/use-load.ts';
import { render } from '../../support/render.tsx';

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

/** Waits until the note shows this text in this state. */
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

test('useLoad keeps the old result during a reload, and repeats a failed reload when the network is back', async () => {
  begun[0]?.end('old');
  await see('old', 'ready');
  const failing = reload();
  await see('old', 'loading');
  begun[1]?.fail();
  expect(await failing).toBe(false);
  await see('old', 'failed');

  const again = reload();
  begun[2]?.fail();
  expect(await again).toBe(false);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(begun).toHaveLength(4));
  begun[3]?.end('new');
  await see('new', 'ready');

  window.dispatchEvent(new Event('online'));
  expect(begun).toHaveLength(4);
  const last = reload();
  begun[4]?.end('last');
  expect(await last).toBe(true);
});

test('useLoad starts another load for another key, and does not show a late result for the old key', async () => {
  root.render(<Words name="b" />);
  await waitFor(() => expect(begun).toHaveLength(2));

  begun[1]?.end('of b');
  await see('of b', 'ready');
  begun[0]?.end('of a');
  await see('of b', 'ready');
});

test('a picture that has failed to load appears when its address changes', async () => {
  const view = (src: string) => <LazyImage src={src} alt="Silk" aspectRatio={1} retryLabel="Try again" />;
  const root = render(view('/dead.jpg'));
  (await screen.findByRole('img', { name: 'Silk' })).dispatchEvent(new Event('error'));
  await screen.findByRole('button', { name: 'Try again' });

  root.render(view('/good.jpg'));

  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Silk' });
  expect(new URL(image.src).pathname).toBe('/good.jpg');
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('a picture that is removed from the page stops loading', async () => {
  const root = render(<LazyImage src="/slow.jpg" srcSet="/slow.jpg 320w" alt="Silk" aspectRatio={1} />);
  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Silk' });

  root.render(<p>Another screen</p>);

  await waitFor(() => expect(image.hasAttribute('src')).toBe(false));
  expect(image.hasAttribute('srcset')).toBe(false);
});
