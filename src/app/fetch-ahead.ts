import { loadAllWords } from '../i18n/i18n.ts';
import { isSparing } from '../platform/connection.ts';
import { whenIdle } from '../platform/when-idle.ts';

/**
 * Preloads the screen that will probably be opened next, when the browser is idle and the connection is not slow or
 * metered. The texts and i18next load after the first touch, because visitors who touch nothing do not need them.
 */
export async function fetchAhead(): Promise<void> {
  if (isSparing()) return;
  await whenIdle();
  try {
    await import('../screens/make-pic/make-pic.tsx');
    await new Promise(resolve => addEventListener('pointerdown', resolve, { once: true }));
    await loadAllWords();
  } catch {
    // Ignored: the screen loads its files again when it opens.
  }
}
