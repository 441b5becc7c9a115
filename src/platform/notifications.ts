import { basePath } from '../paths.ts';
import { host } from './host.ts';
import { inTime } from './in-time.ts';
import { listen } from './listen.ts';

/** What a notification says, and the path of the screen that a tap on it opens. */
interface Notice {
  title: string;
  text: string;
  path: string;
}

/** Whether this page could notify a user who is elsewhere: not inside another app, nor where they have refused it. */
export function canNotify(): boolean {
  return (
    host === 'browser' &&
    'Notification' in globalThis &&
    'showNotification' in (globalThis.ServiceWorkerRegistration?.prototype ?? {}) &&
    Notification.permission !== 'denied'
  );
}

/** Whether this is a tab on an iPhone or iPad: there only an app on the Home Screen can notify anybody. */
export function needsHomeScreen(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return host === 'browser' && standalone === false && !('Notification' in globalThis);
}

/** Asks the user for permission to notify; browsers ask only while a tap lasts. 'default': they have not decided. */
export function requestPermission(): Promise<NotificationPermission> {
  return Notification.requestPermission();
}

/** The page's own title while a notice stands in its place. */
let ownTitle: string | null = null;

/**
 * Notifies a user who is elsewhere, by the page's title, a badge on the app's icon and a notification. All three are
 * cleared when the user comes back; resolves then.
 */
export async function notify(notice: Notice): Promise<void> {
  ownTitle ??= document.title;
  document.title = notice.title;
  // Not all browsers have badges, nor all systems.
  navigator.setAppBadge?.().catch(() => undefined);
  const showing = showNotification(notice).catch(() => undefined);
  await untilPage('visible');
  // A screen that opened meanwhile has set its own.
  if (ownTitle !== null && document.title === notice.title) document.title = ownTitle;
  ownTitle = null;
  navigator.clearAppBadge?.().catch(() => undefined);
  // Not before: Chromium forgets what is being shown while somebody asks for the list, such as a push with the same tag.
  const shown = await (await showing)?.getNotifications({ tag: notice.path }).catch(() => []);
  for (const notification of shown ?? []) notification.close();
}

/** Resolves with what has shown it: nothing where there is no service worker. */
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

/** Resolves as soon as the page is in this state. */
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
