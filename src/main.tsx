import './tokens.css';
import './base.css';
import { fetchAhead } from './app/fetch-ahead.ts';
import { showApp } from './app/show-app.tsx';
import { start } from './flows/app/start.ts';
import { reloadPage } from './platform/leave-page.ts';

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
