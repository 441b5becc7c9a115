import { expect, test } from 'vitest';
import { openFakeShell } from '../../support/fake-shell.ts';

test('favourites that are chosen before those of earlier visits have loaded join them', async () => {
  const { cache } = openFakeShell();
  const { openBridge } = await import('../../../src/platform/bridge/bridge.ts');
  const { favourites, loadFavourites, toggleFavourite } = await import('../../../src/state/favourites.ts');
  await openBridge();
  cache.set('tyy.favourites', '["1","2"]');
  await Promise.all([loadFavourites(), toggleFavourite('2'), toggleFavourite('3')]);
  expect(favourites.ids).toEqual(['1', '2', '3']);
  expect(cache.get('tyy.favourites')).toBe('["1","2","3"]');

  await toggleFavourite('2');
  expect(cache.get('tyy.favourites')).toBe('["1","3"]');
});
