import { loadAllWords } from '../i18n/i18n.ts';
import { isSparing } from '../platform/connection.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { importMakePic } from './screens.ts';

/** Time for the first tap's own work, ms. If the tap takes an update, a request would keep the old worker busy. */
const tapTime = 1000;

/**
 * Preloads the screen that will probably be opened next, unless the connection is slow or metered: the code that it
 * shares with others when the browser is idle; its own code, the texts and i18next when somebody is here, because
 * visitors who touch nothing do not need them.
 */
export async function fetchAhead(): Promise<void> {
  if (isSparing()) return;
  await whenIdle();
  try {
    await import('./shared-code.ts').then(({ sharedCode }) => sharedCode);
    await new Promise(resolve => {
      for (const name of ['pointermove', 'pointerdown', 'scroll', 'keydown'])
        addEventListener(name, () => setTimeout(resolve, tapTime), { once: true });
    });
    await Promise.all([importMakePic(), loadAllWords()]);
  } catch {
    // Ignored: the screen loads its files again when it opens.
  }
}
