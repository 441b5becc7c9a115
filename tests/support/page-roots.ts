import type { Root } from 'react-dom/client';

const roots = new Set<Root>();

// A test may stop the clock.
const { setImmediate } = globalThis;

/** Has a root end with its test, or with the page that a test opens next. */
export function endWithPage(root: Root): Root {
  roots.add(root);
  return root;
}

/** Takes the page away. What its renderer has begun ends before, for it needs the window that goes after the last test. */
export async function closePage(): Promise<void> {
  for (const root of roots) root.unmount();
  roots.clear();
  await new Promise(resolve => setImmediate(resolve));
}
