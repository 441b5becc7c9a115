import { basePath } from '../paths.ts';
import { host } from './host.ts';
import { inTime } from './in-time.ts';
import { listen } from './listen.ts';

/** `path` is the screen that a tap on the notification opens. */
interface Notice {
  title: string;
  text: string;
  path: string;
}

/** True if this page may show notifications. False inside another app, or if the user has refused them. */
export function canNotify(): boolean {
  return (
    host === 'browser' &&
    'Notification' in globalThis &&
    'showNotification' in (globalThis.ServiceWorkerRegistration?.prototype ?? {}) &&
    Notification.permission !== 'denied'
  );
}

/** True in a browser tab on an iPhone or iPad, where only apps on the Home Screen can show notifications. */
export function needsHomeScreen(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return host === 'browser' && standalone === false && !('Notification' in globalThis);
}

/** Asks for permission, which browsers allow only during a tap. 'default' means that the user has not decided yet. */
export function requestPermission(): Promise<NotificationPermission> {
  return Notification.requestPermission();
}

/** The original page title, while a notice replaces it. */
let ownTitle: string | null = null;

/** Shows a notification, an app badge and a page title. Resolves when the user returns and they are cleared. */
export async function notify(notice: Notice): Promise<void> {
  ownTitle ??= document.title;
  document.title = notice.title;
  // Some browsers and systems do not support badges.
  navigator.setAppBadge?.().catch(() => undefined);
  const showing = showNotification(notice).catch(() => undefined);
  await untilPage('visible');
  // If another screen has opened meanwhile, keep its title.
  if (ownTitle !== null && document.title === notice.title) document.title = ownTitle;
  ownTitle = null;
  navigator.clearAppBadge?.().catch(() => undefined);
  // If the list is read before the notification is shown, Chromium may lose the notification.
  const shown = await (await showing)?.getNotifications({ tag: notice.path }).catch(() => []);
  for (const notification of shown ?? []) notification.close();
}

/** Resolves with the service worker registration that showed the notification; undefined if there is none. */
async function showNotification({
  title,
  text,
  path,
}: Notice): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await inTime(navigator.serviceWorker.getRegistration());
  await registration?.showNotification(title, {
    body: text,
    tag: path,
    icon: `${basePath}/icons/icon-192.png`,
    data: { address: basePath + path, from: location.href },
  });
  return registration;
}

export function untilPage(state: DocumentVisibilityState): Promise<void> {
  return new Promise(resolve => {
    const listening = new AbortController();
    const check = () => {
      if (document.visibilityState !== state) return;
      listening.abort();
      resolve();
    };
    listen(document, 'visibilitychange', check, listening.signal);
    check();
  });
}
