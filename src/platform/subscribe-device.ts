import { inTime } from './in-time.ts';

/** This device's push subscription. */
export interface PushDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Subscribes to push messages with the server's key (base64url). Rejects if the browser has no push. */
export async function subscribeDevice(key: string): Promise<PushDevice> {
  const { pushManager } = await inTime(navigator.serviceWorker.ready);
  const before = await pushManager.getSubscription();
  // Browsers reject a different key while an old subscription exists.
  if (before && keyOf(before) !== key) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys = {} } = (await pushManager.subscribe(options)).toJSON();
  const { p256dh, auth } = keys;
  if (!endpoint || !p256dh || !auth) throw new Error('The push service gave no address and keys.');
  return { endpoint, keys: { p256dh, auth } };
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
