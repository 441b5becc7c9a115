import { vi } from 'vitest';
import { renewStores } from './fake-idb.ts';

/** Gives the pages of a test their own empty stores, because a page of the previous test may still be saving. */
export function newPhone(): void {
  renewStores();
  vi.doMock('idb-keyval', () => import('./fake-idb.ts'));
}
