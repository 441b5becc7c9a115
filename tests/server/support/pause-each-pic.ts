import type { QuickGenerator } from './quick-generator.ts';

/** Holds the generator before each pic; returns a function that releases `count` pics. */
export function pauseEachPic(generator: QuickGenerator): (count: number) => void {
  let free = 0;
  let waiting: (() => void)[] = [];
  generator.beforePic = (_, signal) => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => {
        waiting = waiting.filter(other => other !== resolve);
        reject(signal.reason);
      });
    });
  };
  return count => {
    for (let left = count; left > 0; left--) {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
