import type { BridgeCall, BridgeReply } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { element, make } from './element.ts';
import { methods, perform } from './native.ts';
import { agree, playEvent, shop } from './payments.ts';
import { Refusal } from './refusal.ts';
import { offerFailures, settings, watchSettings } from './settings.ts';
import { closeSheets } from './sheets.ts';

const most = 300;
/** Maximum characters shown of a text: a whole photo would fill the console. */
const longest = 120;

const list = element('log', HTMLElement);

/** A call or a reply. Replies on the bridge have no method; the console adds it. */
type Message =
  | { seq: number; method: string; params: object }
  | { seq: number; method: string; code: number; message: string; data?: unknown };

function addMessage(direction: 'from the page' | 'to the page', message: Message): void {
  const { seq, method } = message;
  const code = 'code' in message ? message.code : undefined;
  const summary = make(
    'summary',
    {},
    part('arrow', direction === 'from the page' ? '→' : '←', direction),
    part('method', method),
    part('hint', hintOf(message)),
    part('seq', `#${seq}`),
    part('code', code === undefined ? '' : `code ${code}`),
  );
  const json = make('pre', {}, JSON.stringify(wireForm(message), shorten, 2));
  const item = make('li', {}, make('details', {}, summary, json));
  item.dataset.direction = direction;
  item.dataset.method = method;
  if (code !== undefined) item.dataset.code = code === 0 ? 'ok' : 'refused';
  list.prepend(item);
  while (list.children.length > most) list.lastChild?.remove();
}

function clearLog(): void {
  list.replaceChildren();
}

/** A short hint for the log: the storage key that a call names, or a refusal's message. */
function hintOf(message: Message): string {
  if ('code' in message) return message.message;
  return 'key' in message.params ? String(message.params.key) : '';
}

function wireForm(message: Message): object {
  if (!('code' in message)) return message;
  const { method, ...reply } = message;
  return reply;
}

function shorten(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longest) return value;
  return `${value.slice(0, longest)}… (${value.length} characters)`;
}

function part(className: string, text: string, ariaLabel: string | null = null): HTMLElement {
  return make('span', { className, ariaLabel }, text);
}

type Page = Window & typeof globalThis;

declare global {
  interface Window {
    tyySimulator?: { equip(page: Page): void };
  }
}

/** The app's databases. Deleted when the user simulates that the phone evicts storage. */
const databases = ['keyval-store', 'tyy-photos'];
const ownKeys = 'tyy.';
const home = '/tyy/';

/** Opens the simulated phone's webview. `onCall` receives each message from the page, as JSON. */
function openWebview(onCall: (json: string) => void) {
  const place = element('webview', HTMLElement);
  const banner = element('banner', HTMLElement);
  let frame: HTMLIFrameElement | null = null;
  let address = home;

  // inject.ts calls this before the app's own scripts run.
  window.tyySimulator = { equip };

  function equip(page: Page): void {
    const transport = { postMessage: (json: string) => onCall(json) };
    if (settings.transport === 'ios') page.webkit = { messageHandlers: { tyyShell: transport } };
    else page.tyyShell = transport;

    const userAgent = `${navigator.userAgent} TyyShell/1.0 Language/${settings.language}`;
    Object.defineProperty(page.Navigator.prototype, 'userAgent', { get: () => userAgent });
    // iOS webviews have no service workers, and a worker here would serve pages without the simulator's script.
    Reflect.deleteProperty(page.Navigator.prototype, 'serviceWorker');
    // Hide scroll bars: they take no space on a phone.
    const style = new page.CSSStyleSheet();
    style.replaceSync('html { scrollbar-width: none; }');
    page.document.adoptedStyleSheets = [style];
  }

  function remember(page: Window | null): void {
    try {
      if (!page) return;
      const { pathname, search } = page.location;
      if (pathname.startsWith(home)) address = pathname + search;
    } catch {
      // The frame shows another site's page: keep the app's last known address for the restart.
    }
  }

  function kill(): void {
    if (!frame) return;
    remember(frame.contentWindow);
    frame.remove();
    frame = null;
    place.dataset.state = 'dead';
  }

  async function start(): Promise<void> {
    await removeWorkers();
    if (frame) return;
    frame = document.createElement('iframe');
    frame.title = 'The app';
    frame.allow = 'clipboard-write';
    frame.src = address;
    place.append(frame);
    place.dataset.state = 'alive';
    banner.hidden = false;
  }

  async function restart(): Promise<void> {
    kill();
    await start();
  }

  async function evict(): Promise<void> {
    kill();
    for (const key of Object.keys(localStorage)) if (key.startsWith(ownKeys)) localStorage.removeItem(key);
    sessionStorage.clear();
    await Promise.all(databases.map(deleteDatabase));
    await start();
  }

  return {
    start,
    kill,
    restart,
    evict,
    receive(json: string): void {
      frame?.contentWindow?.tyyBridge?.receive(json);
    },
  };
}

/** Removes the workers of normal tabs, which would respond instead of the server. */
async function removeWorkers(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map(worker => worker.unregister()));
}

function deleteDatabase(name: string): Promise<unknown> {
  return new Promise(resolve => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = resolve;
    request.onblocked = resolve;
  });
}

const failed = 1;

const webview = openWebview(reply);

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
