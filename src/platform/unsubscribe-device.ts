/** Ends this device's subscription to push messages; nothing happens where there is none. */
export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
