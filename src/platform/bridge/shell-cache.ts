import { localText, saveLocalText } from '../storage/saved-text.ts';
import { BridgeError } from './bridge-error.ts';
import type { Bridge } from './bridge-type.ts';
import { browserBridge } from './browser-bridge.ts';
import type { ShellRequest } from './shell-channel.ts';

/** The keys, with a space after each, whose text the shell's cache has not taken: the browser's own is the newer one. */
const keysBehind = (): string => localText('tyy.behind') ?? '';

const isBehind = (key: string): boolean => keysBehind().split(' ').includes(key);

function markBehind(key: string, behind: boolean): void {
  if (isBehind(key) !== behind)
    saveLocalText('tyy.behind', behind ? `${keysBehind()}${key} ` : keysBehind().replace(`${key} `, ''));
}

/**
 * The shell's cache, which nobody evicts. The browser's own storage holds the same, for when the shell's fails: each text is
 * read from where it is newest.
 */
export function openShellCache(
  request: ShellRequest,
): Pick<Bridge, 'readCache' | 'writeCache' | 'deleteCache'> {
  let isSilent = false;
  /** The last change of each key: the shell may confirm an earlier one later. */
  const lastChange = new Map<string, Promise<unknown>>();

  /**
   * Waits for the shell's cache. Where that did not reply in time, nobody waits until it does: each attempt would take its
   * whole time limit. It is asked all the same, so that it has what was written when it is read again.
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

  /** Ends with the shell's part of a change; where that fails, with the browser's. */
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
      // Asked at once: two that are silent must not take twice the time.
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
