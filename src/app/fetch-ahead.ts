import { loadAllWords } from '../i18n/i18n.ts';
import { isSparing } from '../platform/connection.ts';
import { whenIdle } from '../platform/when-idle.ts';

/**
 * Downloads what the next step probably needs once the browser has nothing else to do, unless bytes are dear; the words, and
 * i18next with them, at the first touch: those who only look need neither.
 */
export async function fetchAhead(): Promise<void> {
  if (isSparing()) return;
  await whenIdle();
  try {
    await import('../screens/make-pic/make-pic.tsx');
    await new Promise(resolve => addEventListener('pointerdown', resolve, { once: true }));
    await loadAllWords();
  } catch {
    // It comes when it is needed.
  }
}
