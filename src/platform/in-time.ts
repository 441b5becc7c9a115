/** Storage, locks or a worker of the browser did not respond in time. */
export class NoResponse extends Error {
  override name = 'NoResponse';
}

/** Time limit for work that waits for no user, ms: as for the native app's cache (docs/bridge.md). */
const limit = 3000;
const slices = 6;

/** Rejects with `NoResponse` if `work` does not settle in time. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = slices;
    // In slices: suspending the page for long uses up only one of them.
    const timer = setInterval(() => {
      if (--left > 0) return;
      clearInterval(timer);
      reject(new NoResponse());
    }, limit / slices);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
