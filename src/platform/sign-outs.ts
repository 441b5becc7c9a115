import { randomText } from './random-text.ts';
import { saveLocalText } from './storage/saved-text.ts';

const key = 'tyy.signed-out';

/** Tells other tabs that the user has logged out or deleted their account. */
export const notifyOfSignOut = (): void => saveLocalText(key, randomText(8));

/** Calls `listener` when another tab signs out. Not all browsers have `BroadcastChannel`. */
export function onSignOut(listener: () => void): void {
  addEventListener('storage', event => {
    if (event.key === key && event.newValue !== null) listener();
  });
}

export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
