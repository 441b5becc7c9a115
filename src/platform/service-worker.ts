import { Workbox } from 'workbox-window';

interface VersionEvents {
  /** A new version is downloaded; `take` activates it in all tabs. */
  onOffer(take: () => void): void;
  /** A tab has activated a new version: this page is still of the old one. */
  onReplaced(): void;
}

/** An open app checks for updates at most this often, ms. */
const checkInterval = 60 * 60 * 1000;

/** Registers the service worker and watches for new versions; does nothing without service workers. */
export async function watchVersions({ onOffer, onReplaced }: VersionEvents): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`);
  workbox.addEventListener('waiting', () => {
    // A slowly starting first worker waits too, e.g. in Firefox; without a controller there is no older version.
    if (navigator.serviceWorker.controller) onOffer(() => workbox.messageSkipWaiting());
  });
  onEachNewController(onReplaced);
  const registration = await workbox.register({ immediate: true });
  // A page that loads while the first worker starts must ask to be controlled.
  if (!navigator.serviceWorker.controller) registration?.active?.postMessage({ type: 'CLAIM' });
  onEachReturn(() => workbox.update().catch(() => undefined));
}

/** The first worker to control the page is not a new version. */
function onEachNewController(call: () => void): void {
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) call();
    isControlled = true;
  });
}

/** An installed app may stay open for days: check when the user returns. */
function onEachReturn(call: () => void): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - last < checkInterval) return;
    last = Date.now();
    call();
  });
}
