import { localText, saveLocalText } from '../storage/saved-text.ts';
import { BridgeError } from './bridge-error.ts';
import type { Bridge } from './bridge-type.ts';
import { browserBridge } from './browser-bridge.ts';
import type { ShellRequest } from './shell-channel.ts';

/** Keys that the shell's cache failed to save, each followed by a space. The browser has a newer copy of them. */
const keysBehind = (): string => localText('tyy.behind') ?? '';

const isBehind = (key: string): boolean => keysBehind().split(' ').includes(key);

function markBehind(key: string, behind: boolean): void {
  if (isBehind(key) !== behind)
    saveLocalText('tyy.behind', behind ? `${keysBehind()}${key} ` : keysBehind().replace(`${key} `, ''));
}

/** The shell's cache, which is never evicted, mirrored in the browser's storage. Reads whichever copy is newer. */
export function openShellCache(
  request: ShellRequest,
): Pick<Bridge, 'readCache' | 'writeCache' | 'deleteCache'> {
  let isSilent = false;
  /** The last change of each key. An older change may be confirmed later than a newer one; this map detects that. */
  const lastChange = new Map<string, Promise<unknown>>();

  /**
   * Waits for the shell's cache. After a timeout, further calls reject at once, until the shell responds again, instead
   * of each waiting for its own timeout. They are still sent, to keep the shell's data up to date.
   */
  async function inTurn<T>(asked: Promise<T>): Promise<T> {
    const wasSilent = isSilent;
    const noted = asked.then(
      () => {
        isSilent = false;
      },
      error => {
        isSilent = error instanceof BridgeError && error.failure === 'timeout';
      },
    );
    if (wasSilent) throw new BridgeError('timeout', 'The cache was silent before');
    await noted;
    return asked;
  }

  /** Resolves when the shell has saved the change. If that fails, resolves when the browser has saved it. */
  async function change(key: string, own: Promise<void>, asked: Promise<object>): Promise<void> {
    lastChange.set(key, asked);
    let isTaken = false;
    asked.then(
      () => {
        isTaken = true;
        if (lastChange.get(key) === asked) markBehind(key, false);
      },
      () => undefined,
    );
    const kept = own.then(() => {
      if (!isTaken) markBehind(key, true);
    });
    kept.catch(() => undefined);
    await inTurn(asked).catch(() => kept);
  }

  return {
    async readCache(key) {
      // Start both reads at once, so that their timeouts do not add up.
      const own = browserBridge.readCache(key);
      own.catch(() => undefined);
      const read = inTurn(request('readCache', { key }));
      read.catch(() => undefined);
      if (!isBehind(key)) return read.then(({ value }) => value).catch(() => own);
      return own.catch(async () => (await read).value);
    },
    writeCache: (key, value) =>
      change(key, browserBridge.writeCache(key, value), request('writeCache', { key, value })),
    async deleteCache(key) {
      const own = browserBridge.deleteCache(key);
      await Promise.allSettled([own, change(key, own, request('deleteCache', { key }))]);
    },
  };
}
