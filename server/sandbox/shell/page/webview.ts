import { element } from './element.ts';
import type { Settings } from './settings.ts';

/** A page in the frame, before its own scripts run. */
type Page = Window & typeof globalThis;

declare global {
  interface Window {
    /** What the app's page finds around it; see inject.ts. */
    tyySimulator?: { equip(page: Page): void };
  }
}

interface WebviewOptions {
  settings: Settings;
  onCall: (json: string) => void;
}

/** The app's own databases, which an eviction removes. */
const databases = ['keyval-store', 'tyy-photos'];
/** What the app keeps in local storage begins like this. */
const ownKeys = 'tyy.';
const home = '/tyy/';

/** The webview in the phone; `onCall` gets each message of the page, as JSON. */
export function openWebview({ settings, onCall }: WebviewOptions) {
  const place = element('webview', HTMLElement);
  const banner = element('banner', HTMLElement);
  let frame: HTMLIFrameElement | null = null;
  let address = home;

  // The app's page looks for this before its own scripts run; see inject.ts.
  window.tyySimulator = { equip };

  function equip(page: Page): void {
    const transport = { postMessage: (json: string) => onCall(json) };
    if (settings.transport === 'ios') page.webkit = { messageHandlers: { tyyShell: transport } };
    else page.tyyShell = transport;

    const userAgent = `${navigator.userAgent} TyyShell/1.0 Language/${settings.language}`;
    Object.defineProperty(page.Navigator.prototype, 'userAgent', { get: () => userAgent });
    // iOS has none in its webview; here it would serve a page that this simulator did not equip.
    Reflect.deleteProperty(page.Navigator.prototype, 'serviceWorker');
    // A phone's scroll bars take no room.
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
      // The page is another site's: the app is started where it was before.
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

/** A service worker of an ordinary tab would reply for the server; it comes back with that tab's next visit. */
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
