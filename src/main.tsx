import { importMakePic } from './app/screens.ts';
import { showApp } from './app/show-app.tsx';
import { start } from './flows/app/start.ts';
import { loadAllWords } from './i18n/i18n.ts';
import { isSparing } from './platform/connection.ts';
import { reloadPage } from './platform/leave-page.ts';
import { whenIdle } from './platform/when-idle.ts';
import './tokens.css';
import './base.css';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');

start().then(
  async () => {
    await showApp(container);
    performance.mark('usable');
    fetchAhead();
  },
  () => container.replaceChildren(reloadButton()),
);

/** Shown if even the texts could not be loaded. Therefore it contains both languages and uses no other code. */
function reloadButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = 'Try again · 重试';
  button.style.cssText =
    'display: block; margin: 40vh auto 0; padding: 16px 24px; text-decoration: underline';
  button.addEventListener('click', reloadPage);
  return button;
}

/** Time for the first tap's own work, ms. If the tap takes an update, a request would keep the old worker busy. */
const tapTime = 1000;

/**
 * Preloads the screen that will probably be opened next, unless the connection is slow or metered: the code that it
 * shares with others when the browser is idle; its own code, the texts and i18next when somebody is here, because
 * visitors who touch nothing do not need them.
 */
async function fetchAhead(): Promise<void> {
  if (isSparing()) return;
  await whenIdle();
  try {
    await import('./app/shared-code.ts').then(({ sharedCode }) => sharedCode);
    await new Promise(resolve => {
      for (const name of ['pointermove', 'pointerdown', 'scroll', 'keydown'])
        addEventListener(name, () => setTimeout(resolve, tapTime), { once: true });
    });
    await Promise.all([importMakePic(), loadAllWords()]);
  } catch {
    // Ignored: the screen loads its files again when it opens.
  }
}
