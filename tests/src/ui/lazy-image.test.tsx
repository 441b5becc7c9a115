import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { LazyImage } from '../../../src/ui/lazy-image.tsx';
import { render } from '../../support/render.tsx';

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
