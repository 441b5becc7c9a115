declare const self: ServiceWorkerGlobalScope;

/** Opens the screen that a notification is about, in the window that showed it, else in any of the app's, else in a new one. */
export async function openNoticed({ data }: Notification): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const window = windows.find(({ url }) => url === data.from) ?? windows[0];
  if (!window) {
    await self.clients.openWindow(data.address);
    return;
  }
  // A browser may refuse this, and the screen is still the right one when the user gets there.
  await window.focus().catch(() => undefined);
  await window.navigate(data.address);
}
