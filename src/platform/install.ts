/** The browser's offer to install the app; it can be used only once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

// The browser makes the offer soon after loading, long before anybody opens Settings.
window.addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  setOffer(event as InstallOffer);
});
window.addEventListener('appinstalled', () => setOffer(null));

/** False if the app is already installed, or if the browser makes no offer. */
export function canInstall(): boolean {
  return offer !== null;
}

/** Calls `listener` when the offer appears or disappears. Returns a function that stops it. */
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the browser's own dialog for installing the app. */
export async function install(): Promise<void> {
  const taken = offer;
  setOffer(null);
  await taken?.prompt();
}
