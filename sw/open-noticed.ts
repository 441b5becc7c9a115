declare const self: ServiceWorkerGlobalScope;

/** Opens a notification's screen: in the window that showed it, else in any window of the app, else in a new window. */
export async function openNoticed({ data }: Notification): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const window = windows.find(({ url }) => url === data.from) ?? windows[0];
  if (!window) {
    await self.clients.openWindow(data.address);
    return;
  }
  // Navigate even if the browser does not allow focusing the window.
  await window.focus().catch(() => undefined);
  await window.navigate(data.address);
}
