/**
 * Asks the browser not to clear what the app has saved when the phone runs out of space: photos on their way are only here.
 * Firefox puts this to the user, Chromium and Safari decide by themselves.
 */
export async function askForLastingStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
