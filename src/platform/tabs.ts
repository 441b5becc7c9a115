import { host } from './host.ts';

/** Whether the app can be open more than once with one storage: the native app has one page. */
export const mayHaveOtherTabs = host !== 'shell';

/** What a tab says to the other tabs of the app: the draft was saved, or it was cleared. */
export type TabMessage = 'draft-saved' | 'draft-cleared';

let channel: BroadcastChannel | null = null;

/** Tells the other tabs, if there are any. */
export function notifyTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

/** Calls with what the other tabs say from now on; browsers before 2022 know no such messages. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  channel ??= new BroadcastChannel('tyy');
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
}

/** The browser's locks; on plain http other than the loopback there are none. */
const locks = (): LockManager | undefined => navigator.locks;

/** The last work of each name in this tab, where the browser has no locks. */
const last = new Map<string, Promise<unknown>>();

/** Does work while no other tab, nor this one, does work of that name; a browser without locks knows only this tab's. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (manager) return manager.request(name, work);
  const mine = (last.get(name) ?? Promise.resolve()).then(work);
  last.set(
    name,
    mine.catch(() => undefined),
  );
  return mine;
}

/** The names of all work that is being done exclusively, in this tab or another; null where the browser has no locks. */
export async function exclusiveWork(): Promise<string[] | null> {
  const found = await locks()?.query();
  return found ? (found.held ?? []).map(({ name = '' }) => name) : null;
}
