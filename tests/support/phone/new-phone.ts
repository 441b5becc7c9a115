import { vi } from 'vitest';
import { renewStores } from './fake-idb.ts';

/** Gives a test's pages their own empty stores, because a page from the previous test may still be saving. */
export function newPhone(): void {
  renewStores();
  vi.doMock('idb-keyval', () => import('./fake-idb.ts'));
}
