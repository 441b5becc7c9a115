import type { BridgeCall, BridgeReply } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { element } from './element.ts';
import { addMessage, clearLog } from './log.ts';
import { methods, perform } from './native.ts';
import { agree, playEvent, shop } from './payments.ts';
import { Refusal } from './refusal.ts';
import { offerFailures, settings, watchSettings } from './settings.ts';
import { closeSheets } from './sheets.ts';
import { openWebview } from './webview.ts';

/** Reply code for errors in the simulator itself. */
const failed = 1;

const webview = openWebview({ settings, onCall: reply });

/** Executes a call. As on a phone, the reply goes to the page that is open when the call ends. */
async function reply(json: string): Promise<void> {
  const { seq, method, params }: BridgeCall = JSON.parse(json);
  addMessage('from the page', { seq, method, params });

  const outcome = await perform(method, params).catch(error => ({
    code: error instanceof Refusal ? error.code : failed,
    message: (error as Error).message,
  }));
  const sent: BridgeReply = { seq, message: '', ...outcome };
  addMessage('to the page', { message: '', ...sent, method });
  webview.receive(JSON.stringify(sent));
}

function press(id: string, action: () => void): void {
  element(id, HTMLButtonElement).addEventListener('click', action);
}

/** Makes a store button run `act` and show the result. */
function pressAtStore(id: string, act: () => Promise<string>): void {
  const result = element('store-result', HTMLOutputElement);
  press(id, async () => {
    result.value = '';
    result.value = await act();
  });
}

function openDrawer(open: boolean): void {
  document.body.toggleAttribute('data-drawer', open);
  element('drawer-button', HTMLElement).setAttribute('aria-expanded', String(open));
  element(open ? 'drawer-close' : 'drawer-button', HTMLElement).focus();
}

function showClock(): void {
  const now = new Date();
  element('clock', HTMLElement).textContent =
    `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`;
}

press('kill', () => webview.kill());
press('restart', () => webview.restart());
press('evict', () => webview.evict());
press('clear-log', clearLog);
shop.killApp = () => webview.kill();
pressAtStore('agree', agree);
for (const event of ['renew', 'grace', 'end', 'refund'] as const) pressAtStore(event, () => playEvent(event));
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
