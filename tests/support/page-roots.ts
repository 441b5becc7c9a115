import type { Root } from 'react-dom/client';
import type { bridge } from '../../src/platform/bridge/bridge.ts';

type Saving = Pick<typeof bridge, 'writeCache' | 'deleteCache'>;

const roots = new Set<Root>();
const saving = new Set<Saving>();

// Save the real function, because a test may fake timers.
const { setImmediate } = globalThis;

/** Lets `closePage` unmount this root, at the end of the test or before the next page. */
export function endWithPage(root: Root): Root {
  roots.add(root);
  return root;
}

/** Lets `endSaving` stop this page's writes at the end of the test. */
export function saveUntilEnd(page: Saving): void {
  saving.add(page);
}

/**
 * Stops the writes of all pages in a test, including replaced pages with a running upload, because a late write would
 * go to the next test's storage.
 */
export function endSaving(): void {
  const never = () => new Promise<never>(() => {});
  for (const page of saving) Object.assign(page, { writeCache: never, deleteCache: never });
  saving.clear();
}

/**
 * Unmounts the page and lets React finish, because React needs the window, which closes after the last test.
 */
export async function closePage(): Promise<void> {
  for (const root of roots) root.unmount();
  roots.clear();
  await new Promise(resolve => setImmediate(resolve));
}
