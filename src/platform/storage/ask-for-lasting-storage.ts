/**
 * Asks the browser to keep the app's data if the phone runs out of space: photos not yet uploaded are only here.
 * Firefox asks the user; Chromium and Safari decide themselves.
 */
export async function askForLastingStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
