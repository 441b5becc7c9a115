import { Workbox } from 'workbox-window';

interface VersionEvents {
  /** Called when a new version is downloaded; `take` activates it in all tabs. */
  onOffer(take: () => void): void;
  /** Called when another tab has activated a new version, while this page still runs the old one. */
  onReplaced(): void;
}

/** An open app checks for updates at most once in this time, ms. */
const checkInterval = 60 * 60 * 1000;

/** Registers the service worker and watches for new versions. Does nothing if the browser has no service workers. */
export async function watchVersions({ onOffer, onReplaced }: VersionEvents): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`);
  workbox.addEventListener('waiting', () => {
    // A first worker that starts slowly also waits, e.g. in Firefox. Without a controller nothing is older.
    if (navigator.serviceWorker.controller) onOffer(() => workbox.messageSkipWaiting());
  });
  onEachNewController(onReplaced);
  const registration = await workbox.register({ immediate: true });
  // A page that loads while the first worker starts must ask the worker to control it.
  if (!navigator.serviceWorker.controller) registration?.active?.postMessage({ type: 'CLAIM' });
  onEachReturn(() => workbox.update().catch(() => undefined));
}

/** Calls `call` for each new version. The first worker that controls the page is not a new version. */
function onEachNewController(call: () => void): void {
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) call();
    isControlled = true;
  });
}

/** An installed app may stay open for days, so it checks when the user returns. */
function onEachReturn(call: () => void): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - last < checkInterval) return;
    last = Date.now();
    call();
  });
}
