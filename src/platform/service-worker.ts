import { Workbox } from 'workbox-window';

interface VersionEvents {
  /** Called when a new version is downloaded and waiting. `take` activates it in all tabs. */
  onOffer(take: () => void): void;
  /** Called when another tab has activated a new version while this page still runs the old one. */
  onReplaced(): void;
}

/** Minimum time between two update checks of an open app, ms. */
const checkInterval = 60 * 60 * 1000;

/** Registers the service worker and watches for new versions. Does nothing if the browser has no service workers. */
export async function watchVersions({ onOffer, onReplaced }: VersionEvents): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`);
  workbox.addEventListener('waiting', () => {
    // A slow first worker also fires `waiting`. Without a controller there is no old version to replace.
    if (navigator.serviceWorker.controller) onOffer(() => workbox.messageSkipWaiting());
  });
  onEachNewController(onReplaced);
  const registration = await workbox.register({ immediate: true });
  // If the page loaded before the first worker was active, ask that worker to control the page.
  if (!navigator.serviceWorker.controller) registration?.active?.postMessage({ type: 'CLAIM' });
  onEachReturn(() => workbox.update().catch(() => undefined));
}

/** Calls `call` for each new version. The first worker to control the page does not count as a new version. */
function onEachNewController(call: () => void): void {
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) call();
    isControlled = true;
  });
}

/** Runs `call` when the user returns to an app that has stayed open, at most once per `checkInterval`. */
function onEachReturn(call: () => void): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - last < checkInterval) return;
    last = Date.now();
    call();
  });
}
