/**
 * Asks the browser not to evict the app's data, because photos that are not uploaded yet exist only there. Firefox asks
 * the user; Chromium and Safari decide on their own.
 */
export async function askForLastingStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
