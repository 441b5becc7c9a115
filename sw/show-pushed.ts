import { basePath } from '../src/paths.ts';

declare const self: ServiceWorkerGlobalScope;

/** The server's push message that a job has ended. */
interface Pushed {
  title: string;
  text: string;
  /** Path of the screen that a tap opens, relative to the base path. */
  path: string;
}

/** Shown if a message is unreadable, because browsers penalize a push that shows no notification. */
const unknown: Pushed = { title: 'Tyy', text: '', path: '/' };

/** Shows a push message, unless the user sees the job. The tag replaces the page's own notification. */
export async function showPushed(data: PushMessageData | null): Promise<void> {
  const { title, text, path } = read(data);
  const address = new URL(basePath + path, self.location.origin);
  if (await isInSight(address)) return;
  await self.registration.showNotification(title, {
    body: text,
    tag: path,
    icon: `${basePath}/icons/icon-192.png`,
    data: { address: address.pathname + address.search },
  });
}

function read(data: PushMessageData | null): Pushed {
  try {
    const { title, text, path } = data?.json() ?? {};
    if ([title, text, path].some(value => typeof value !== 'string') || !title) return unknown;
    // Allow only screens of the app.
    const isOwn =
      path.startsWith('/') &&
      new URL(basePath + path, self.location.origin).href.startsWith(self.registration.scope);
    return { title, text, path: isOwn ? path : unknown.path };
  } catch {
    return unknown;
  }
}

/** True if a visible window shows the job at this address. */
async function isInSight(address: URL): Promise<boolean> {
  const job = idOf(address);
  const windows = await self.clients.matchAll({ type: 'window' });
  return windows.some(
    ({ visibilityState, url }) => job !== null && visibilityState === 'visible' && idOf(new URL(url)) === job,
  );
}

const idOf = (address: URL) => address.searchParams.get('generate_id');
