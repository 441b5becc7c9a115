/** Thrown if the browser's storage, locks or worker do not respond in time. */
export class NoResponse extends Error {
  override name = 'NoResponse';
}

/** Timeout for work that needs no user action, ms. The same as for the native app's cache (docs/bridge.md). */
const limit = 3000;
const slices = 6;

/** Rejects with `NoResponse` if `work` does not settle in time. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = slices;
    // Count time in slices, so that even a long suspension of the page uses up only one slice.
    const timer = setInterval(() => {
      if (--left > 0) return;
      clearInterval(timer);
      reject(new NoResponse());
    }, limit / slices);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
