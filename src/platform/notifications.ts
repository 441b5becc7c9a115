import { basePath } from '../paths.ts';
import { host } from './host.ts';
import { inTime } from './in-time.ts';
import { listen } from './listen.ts';

/** `path` is the screen that opens when the user taps the notification. */
interface Notice {
  title: string;
  text: string;
  path: string;
}

/** True if this page can show notifications: not inside another app, and not if the user refused them. */
export function canNotify(): boolean {
  return (
    host === 'browser' &&
    'Notification' in globalThis &&
    'showNotification' in (globalThis.ServiceWorkerRegistration?.prototype ?? {}) &&
    Notification.permission !== 'denied'
  );
}

/** True in a browser tab on an iPhone or iPad: there only apps on the Home Screen can show notifications. */
export function needsHomeScreen(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return host === 'browser' && standalone === false && !('Notification' in globalThis);
}

/** Asks for permission; browsers allow this only during a tap. 'default' means that the user has not decided. */
export function requestPermission(): Promise<NotificationPermission> {
  return Notification.requestPermission();
}

/** The page's own title, while a notice replaces it. */
let ownTitle: string | null = null;

/** Shows a notification, a badge and another page title. Clears all three when the user returns, then resolves. */
export async function notify(notice: Notice): Promise<void> {
  ownTitle ??= document.title;
  document.title = notice.title;
  // Some browsers and systems have no badges.
  navigator.setAppBadge?.().catch(() => undefined);
  const showing = showNotification(notice).catch(() => undefined);
  await untilPage('visible');
  // If a screen opened meanwhile, it has set its own title, which stays.
  if (ownTitle !== null && document.title === notice.title) document.title = ownTitle;
  ownTitle = null;
  navigator.clearAppBadge?.().catch(() => undefined);
  // Read the list only once the notification is shown: else Chromium may lose it, e.g. if a push has the same tag.
  const shown = await (await showing)?.getNotifications({ tag: notice.path }).catch(() => []);
  for (const notification of shown ?? []) notification.close();
}

/** Resolves with the registration that showed the notification; undefined without a service worker. */
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
