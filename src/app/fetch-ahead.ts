import { loadAllWords } from '../i18n/i18n.ts';
import { whenIdle } from '../platform/idle.ts';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Downloads what the next step probably needs once the browser has nothing else to do, unless bytes are dear. */
export async function fetchAhead(): Promise<void> {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  if (saveData || /2g/.test(effectiveType)) return;
  await whenIdle();
  try {
    await Promise.all([loadAllWords(), import('../screens/make-pic/make-pic.tsx')]);
  } catch {
    // It comes when it is needed.
  }
}
