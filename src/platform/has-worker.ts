/** True if a service worker controls this page, which means that the app's files are cached. */
export function hasWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
