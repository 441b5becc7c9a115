import { host } from './host.ts';
import { inTime, NoResponse } from './in-time.ts';

/** False in the native app, which has only one page. */
export const mayHaveOtherTabs = host !== 'shell';

export type TabMessage = 'draft-saved' | 'draft-cleared';

let channel: BroadcastChannel | null = null;

/** Null in browsers before 2022. */
function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel('tyy');
  return channel;
}

export function notifyTabs(message: TabMessage): void {
  openChannel()?.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): void {
  const tabs = openChannel();
  if (tabs) tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
}

let areLocksSilent = false;

/** Undefined on plain http (except on the loopback address), or if the browser's locks have failed to respond. */
const locks = (): LockManager | undefined => (areLocksSilent ? undefined : navigator.locks);

/** The latest work under each name in this tab, for browsers without locks. */
const last = new Map<string, Promise<unknown>>();

/** Runs `work` when no other work of this name runs in any tab. Browsers without locks check only this tab. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (!manager) return inThisTab(name, work);
  const waiting = new AbortController();
  let begin = () => {};
  const begun = new Promise<void>(resolve => {
    begin = resolve;
  });
  const done = manager.request(name, { signal: waiting.signal }, () => {
    begin();
    return work();
  });
  try {
    // If this fails before the work begins, the lock itself has failed.
    await untilBegun(name, Promise.race([begun, done]));
  } catch {
    areLocksSilent = true;
    waiting.abort();
    return inThisTab(name, work);
  }
  return done;
}

/** Waits while other tabs hold the lock. Rejects if the browser's locks do not respond. */
async function untilBegun(name: string, begun: Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await inTime(begun);
      return;
    } catch (error) {
      if (!(error instanceof NoResponse) || !(await exclusiveWork())?.includes(name)) throw error;
    }
  }
}

function inThisTab<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(name) ?? Promise.resolve()).then(work);
  last.set(
    name,
    mine.catch(() => undefined),
  );
  return mine;
}

/** Names of all exclusive work that is running in any tab; null if the browser has no locks. */
export async function exclusiveWork(): Promise<string[] | null> {
  const found = await inTime(Promise.resolve(locks()?.query())).catch(() => null);
  return found ? (found.held ?? []).map(({ name = '' }) => name) : null;
}
