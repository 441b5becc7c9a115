/** The browser's install prompt event; it can be used only once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

// Listen from the start: the event fires soon after loading, long before the user opens Settings.
window.addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  setOffer(event as InstallOffer);
});
window.addEventListener('appinstalled', () => setOffer(null));

/** False if the app is already installed, or if the browser offers no installation. */
export const canInstall = (): boolean => offer !== null;

/** Calls `listener` when the install offer appears or disappears. Returns a function that unsubscribes. */
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function install(): Promise<void> {
  const taken = offer;
  setOffer(null);
  await taken?.prompt();
}
