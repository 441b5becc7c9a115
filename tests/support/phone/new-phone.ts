import { vi } from 'vitest';
import { renewStores } from './fake-idb.ts';

/** Gives the pages of a test empty stores of their own: a page of the test before may still be saving. */
export function newPhone(): void {
  renewStores();
  vi.doMock('idb-keyval', () => import('./fake-idb.ts'));
}
