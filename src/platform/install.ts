/** The browser's offer to install the app; it can be taken once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

// The offer comes soon after the page has loaded, long before anybody opens Settings.
window.addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  setOffer(event as InstallOffer);
});
window.addEventListener('appinstalled', () => setOffer(null));

/** True while the browser offers to install the app; never where it is installed already. */
export function canInstall(): boolean {
  return offer !== null;
}

/** Calls `listener` whenever the offer comes or goes; returns how to stop. */
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the browser's own question whether to install the app. */
export async function install(): Promise<void> {
  const taken = offer;
  setOffer(null);
  await taken?.prompt();
}
