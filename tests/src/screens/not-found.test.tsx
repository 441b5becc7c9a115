import { expect, test } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';

test('an address without a screen says so, and leads home', async () => {
  const page = await renderAt('/no-such-screen');
  await page.findByRole('heading', { level: 1, name: 'Page not found' });
  expect(document.title).toBe('Page not found · Tyy portraits');

  page.getByRole('button', { name: 'Back to Home' }).click();
  await page.findByRole('heading', { level: 1, name: 'Portraits of you' });
});
