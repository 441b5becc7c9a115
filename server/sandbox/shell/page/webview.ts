import { element } from './element.ts';
import type { Settings } from './settings.ts';

type Page = Window & typeof globalThis;

declare global {
  interface Window {
    tyySimulator?: { equip(page: Page): void };
  }
}

interface WebviewOptions {
  settings: Settings;
  onCall: (json: string) => void;
}

/** The app's databases. Deleted when the user simulates that the phone evicts storage. */
const databases = ['keyval-store', 'tyy-photos'];
const ownKeys = 'tyy.';
const home = '/tyy/';

/** Opens the simulated phone's webview. `onCall` receives each message from the page, as JSON. */
export function openWebview({ settings, onCall }: WebviewOptions) {
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

/**
 * Removes service workers that normal tabs registered: they would respond instead of the server. The next visit to the
 * app registers them again.
 */
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
