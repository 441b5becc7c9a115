/** Whether a service worker controls this page: the app's files are at hand then, for which a first visit has to wait. */
export function hasWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
