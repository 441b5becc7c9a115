import { loadAllWords } from '../i18n/i18n.ts';
import { isSparing } from '../platform/connection.ts';
import { whenIdle } from '../platform/when-idle.ts';

/**
 * Preloads the probable next screen when the browser is idle, unless the user saves data. The texts and i18next follow
 * after the first touch, because visitors who touch nothing need neither.
 */
export async function fetchAhead(): Promise<void> {
  if (isSparing()) return;
  await whenIdle();
  try {
    await import('../screens/make-pic/make-pic.tsx');
    await new Promise(resolve => addEventListener('pointerdown', resolve, { once: true }));
    await loadAllWords();
  } catch {
    // The screen loads its files again when it opens.
  }
}
