import type { Root } from 'react-dom/client';
import type { bridge } from '../../src/platform/bridge/bridge.ts';

type Saving = Pick<typeof bridge, 'writeCache' | 'deleteCache'>;

const roots = new Set<Root>();
const saving = new Set<Saving>();

// A test may stop the clock.
const { setImmediate } = globalThis;

/** Has a root end with its test, or with the page that a test opens next. */
export function endWithPage(root: Root): Root {
  roots.add(root);
  return root;
}

/** Has what a page saves end with its test. */
export function saveUntilEnd(page: Saving): void {
  saving.add(page);
}

/**
 * Ends what the pages of a test save, also one that a later page of it has replaced and whose upload is over only now. A
 * page opens its storage anew each time: it would save on the phone of the next test.
 */
export function endSaving(): void {
  const never = () => new Promise<never>(() => {});
  for (const page of saving) Object.assign(page, { writeCache: never, deleteCache: never });
  saving.clear();
}

/** Takes the page away. What its renderer has begun ends before, for it needs the window that goes after the last test. */
export async function closePage(): Promise<void> {
  for (const root of roots) root.unmount();
  roots.clear();
  await new Promise(resolve => setImmediate(resolve));
}
