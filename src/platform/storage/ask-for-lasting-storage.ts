/**
 * Asks the browser to keep the app's data if the phone runs out of space, because photos that are not uploaded yet
 * exist only here. Firefox asks the user; Chromium and Safari decide on their own.
 */
export async function askForLastingStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
