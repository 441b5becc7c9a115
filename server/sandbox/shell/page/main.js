import { addMessage, clearLog } from './log.js';
import { methods, perform } from './native.js';
import { nextFailure, offerFailures, settings, watchSettings } from './settings.js';
import { closeSheets } from './sheets.js';
import { openWebview } from './webview.js';

/** Code of a reply to a call that the simulator itself could not carry out. */
const failed = 1;

const webview = openWebview({ settings, onCall: answer });

/** Carries out one call of the page and replies; the reply goes to whatever page is there by then, as on a phone. */
async function answer(json) {
  const { seq, method, params } = JSON.parse(json);
  addMessage('from the page', { seq, method, params });

  const failure = nextFailure(method);
  const outcome = failure ? Promise.reject(failure) : perform(method, params);
  const reply = await outcome.then(
    data => ({ seq, code: 0, message: '', data }),
    error => ({ seq, code: error.code ?? failed, message: error.message }),
  );
  addMessage('to the page', { ...reply, method });
  webview.receive(JSON.stringify(reply));
}

function element(id) {
  return document.getElementById(id);
}

function press(id, action) {
  element(id).addEventListener('click', action);
}

function openDrawer(open) {
  document.body.toggleAttribute('data-drawer', open);
  element('drawer-button').setAttribute('aria-expanded', String(open));
  element(open ? 'drawer-close' : 'drawer-button').focus();
}

function showClock() {
  const now = new Date();
  element('clock').textContent = `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`;
}

press('kill', () => webview.kill());
press('restart', () => webview.restart());
press('evict', () => webview.evict());
press('clear-log', clearLog);
press('drawer-button', () => openDrawer(true));
press('drawer-close', () => openDrawer(false));
offerFailures(Object.keys(methods));
watchSettings(() => {
  closeSheets();
  webview.restart();
});

showClock();
setInterval(showClock, 10_000);
webview.start();
