import { expect, test } from 'vitest';
import type { Favourite } from '../../../src/state/favourites.ts';
import { openFakeShell } from '../../support/phone/fake-shell.ts';

test('favourites that are chosen before those of earlier visits have loaded join them', async () => {
  const { cache } = openFakeShell();
  const { openBridge } = await import('../../../src/platform/bridge/bridge.ts');
  const { favourites, loadFavourites, removeFavourites, toggleFavourite } = await import(
    '../../../src/state/favourites.ts'
  );
  await openBridge();
  cache.set('tyy.favourites', '["1","2"]');
  const [two, three] = ['2', '3'].map(id => ({ id, generateId: 'g' })) as [Favourite, Favourite];
  await Promise.all([loadFavourites(), toggleFavourite(two), toggleFavourite(three)]);
  const one = { id: '1', generateId: '' };
  expect(favourites.list).toEqual([one, two, three]);
  expect(JSON.parse(cache.get('tyy.favourites')!)).toEqual([one, two, three]);

  await toggleFavourite(two);
  expect(JSON.parse(cache.get('tyy.favourites')!)).toEqual([one, three]);
  await removeFavourites(({ generateId }) => generateId === 'g');
  expect(JSON.parse(cache.get('tyy.favourites')!)).toEqual([one]);
});
