import { Workbox } from 'workbox-window';

interface VersionEvents {
  /** A new version has been downloaded; `take` puts it in the place of this one, in all tabs. */
  onOffer(take: () => void): void;
  /** A new version was taken, by this tab or by another: this page is the last of the old one. */
  onReplaced(): void;
}

/** How long an open app waits before it asks for a new version again, ms. */
const checkInterval = 60 * 60 * 1000;

/** Registers the service worker and looks for new versions; does nothing where there are no service workers. */
export async function watchVersions({ onOffer, onReplaced }: VersionEvents): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`);
  workbox.addEventListener('waiting', () => {
    // The first worker waits too while its start is slow, as in Firefox; a page that has none has no older version.
    if (navigator.serviceWorker.controller) onOffer(() => workbox.messageSkipWaiting());
  });
  onEachNewController(onReplaced);
  const registration = await workbox.register({ immediate: true });
  // A page that was on its way while the first worker started is not under its control until it asks.
  if (!navigator.serviceWorker.controller) registration?.active?.postMessage({ type: 'CLAIM' });
  onEachReturn(() => workbox.update().catch(() => undefined));
}

/** The first worker that takes the page under its control is no new version. */
function onEachNewController(call: () => void): void {
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) call();
    isControlled = true;
  });
}

/** An installed app may stay open for days: it asks again when the user comes back to it. */
function onEachReturn(call: () => void): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - last < checkInterval) return;
    last = Date.now();
    call();
  });
}
