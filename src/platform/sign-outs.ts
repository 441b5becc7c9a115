import { randomText } from './random-text.ts';
import { saveLocalText } from './storage/saved-text.ts';

const key = 'tyy.signed-out';

/** Tells the other tabs that the user has signed out, or that their account is deleted. */
export const notifyOfSignOut = (): void => saveLocalText(key, randomText(8));

/** Calls when another tab has signed the user out. Storage events reach all engines, a BroadcastChannel only newer ones. */
export function onSignOut(listener: () => void): void {
  addEventListener('storage', event => {
    if (event.key === key && event.newValue !== null) listener();
  });
}
