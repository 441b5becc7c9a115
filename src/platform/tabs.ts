import { host } from './host.ts';
import { inTime, NoResponse } from './in-time.ts';

/** Whether the app can be open more than once with one storage: the native app has one page. */
export const mayHaveOtherTabs = host !== 'shell';

/** What a tab says to the other tabs of the app: the draft was saved, or it was cleared. */
export type TabMessage = 'draft-saved' | 'draft-cleared';

let channel: BroadcastChannel | null = null;

/** The channel to the other tabs; browsers before 2022 have none. */
function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel('tyy');
  return channel;
}

/** Tells the other tabs, if there are any. */
export function notifyTabs(message: TabMessage): void {
  openChannel()?.postMessage(message);
}

/** Calls with what the other tabs say from now on. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  const tabs = openChannel();
  if (tabs) tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
}

let areLocksSilent = false;

/** The browser's locks; there are none on plain http other than the loopback, nor where they gave no response. */
const locks = (): LockManager | undefined => (areLocksSilent ? undefined : navigator.locks);

/** The last work of each name in this tab, where the browser has no locks. */
const last = new Map<string, Promise<unknown>>();

/** Does work while no other tab, nor this one, does work of that name; a browser without locks knows only this tab's. */
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
    // A failure before the work has begun comes from the lock.
    await untilBegun(name, Promise.race([begun, done]));
  } catch {
    areLocksSilent = true;
    waiting.abort();
    return inThisTab(name, work);
  }
  return done;
}

/** Waits as long as others hold the lock; rejects where the browser does not say so. */
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

/** The names of all work that is being done exclusively, in this tab or another; null where the browser has no locks. */
export async function exclusiveWork(): Promise<string[] | null> {
  const found = await inTime(Promise.resolve(locks()?.query())).catch(() => null);
  return found ? (found.held ?? []).map(({ name = '' }) => name) : null;
}
