/** Storage, locks or a worker of the browser gave no response in time. */
export class NoResponse extends Error {
  override name = 'NoResponse';
}

/** Time that is given to what waits for no user, ms: as much as to the native app's cache (docs/bridge.md). */
const limit = 3000;
const slices = 6;

/** Resolves as `work` does; rejects with `NoResponse` where that says nothing in time. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = slices;
    // In slices: a long suspension of the page uses up only one of them.
    const timer = setInterval(() => {
      if (--left > 0) return;
      clearInterval(timer);
      reject(new NoResponse());
    }, limit / slices);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
