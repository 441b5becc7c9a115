import { basePath } from '../src/paths.ts';

declare const self: ServiceWorkerGlobalScope;

/** What the server says of the end of a job. */
interface Pushed {
  title: string;
  text: string;
  /** The path of the screen that a tap opens, below the base path. */
  path: string;
}

/** For what cannot be read: a browser takes a push that shows nothing for abuse. */
const unknown: Pushed = { title: 'Tyy', text: '', path: '/' };

/**
 * Shows what was pushed; like the page it tags it with the path, so that both are shown once. Not while the user has the
 * job before them.
 */
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
    // Nothing but the app's own screens is opened.
    const isOwn =
      path.startsWith('/') &&
      new URL(basePath + path, self.location.origin).href.startsWith(self.registration.scope);
    return { title, text, path: isOwn ? path : unknown.path };
  } catch {
    return unknown;
  }
}

/** Whether a window that the user sees shows the job that this address is of. */
async function isInSight(address: URL): Promise<boolean> {
  const job = idOf(address);
  const windows = await self.clients.matchAll({ type: 'window' });
  return windows.some(
    ({ visibilityState, url }) => job !== null && visibilityState === 'visible' && idOf(new URL(url)) === job,
  );
}

const idOf = (address: URL) => address.searchParams.get('generate_id');
