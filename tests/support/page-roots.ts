import type { Root } from 'react-dom/client';
import type { bridge } from '../../src/platform/bridge/bridge.ts';

type Saving = Pick<typeof bridge, 'writeCache' | 'deleteCache'>;

const roots = new Set<Root>();
const saving = new Set<Saving>();

// Saved, because a test may fake the timers.
const { setImmediate } = globalThis;

/** Unmounts a root at the end of its test, or before the test opens the next page. */
export function endWithPage(root: Root): Root {
  roots.add(root);
  return root;
}

/** Stops the saving of a page at the end of its test. */
export function saveUntilEnd(page: Saving): void {
  saving.add(page);
}

/**
 * Stops the saving of all pages of a test, including replaced pages whose upload is still ending. A page opens its
 * storage on each save, so it would save in the storage of the next test.
 */
export function endSaving(): void {
  const never = () => new Promise<never>(() => {});
  for (const page of saving) Object.assign(page, { writeCache: never, deleteCache: never });
  saving.clear();
}

/**
 * Unmounts the page and lets its renderer finish, because the renderer needs the window, which closes after the last
 * test.
 */
export async function closePage(): Promise<void> {
  for (const root of roots) root.unmount();
  roots.clear();
  await new Promise(resolve => setImmediate(resolve));
}
