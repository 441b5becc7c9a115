let ended = 0;
let last = Promise.resolve(false);
let isRunning = false;

/** How many refreshes of the token have ended; a call notes it when it leaves. */
export const endedRefreshes = (): number => ended;

/** Refreshes the token, as `refresh` does. Calls that left before a refresh ended share it, however late they are refused. */
export function refreshOnce(refresh: () => Promise<boolean>, endedBefore: number): Promise<boolean> {
  if (!isRunning && endedBefore === ended) {
    isRunning = true;
    last = refresh().finally(() => {
      ended++;
      isRunning = false;
    });
  }
  return last;
}
