import { loadAllWords } from '../i18n/i18n.ts';
import { isSparing } from '../platform/connection.ts';
import { whenIdle } from '../platform/when-idle.ts';

/** Downloads what the next step probably needs once the browser has nothing else to do, unless bytes are dear. */
export async function fetchAhead(): Promise<void> {
  if (isSparing()) return;
  await whenIdle();
  try {
    await Promise.all([loadAllWords(), import('../screens/make-pic/make-pic.tsx')]);
  } catch {
    // It comes when it is needed.
  }
}
