/**
 * Keeps the screen on until the work settles, where the browser can: a phone that goes to sleep ends an upload. The lock ends
 * whenever the page is hidden, and is asked for again when it is back.
 */
export async function keepAwake<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    // Refused where the battery is low: the upload goes on without.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) lock?.release();
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  try {
    return await work;
  } finally {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    lock?.release();
  }
}
