import type { QuickDrawer } from './quick-drawer.ts';
import type { QuickGenerator } from './quick-generator.ts';
import { waitFor } from './wait-for.ts';

/** Holds each job before its pics are returned, unless the job is cancelled. */
export function pauseWork(generator: QuickGenerator) {
  let goOn = () => {};
  let [held, awaited] = [0, 0];
  generator.beforeReturn = signal =>
    new Promise((resolve, reject) => {
      held += 1;
      goOn = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return {
    /** Waits until the next job is held. */
    async begun() {
      awaited += 1;
      await waitFor('the generator at work', () => held >= awaited);
    },
    /** Releases the held job; later jobs are not held. */
    release() {
      generator.beforeReturn = async () => {};
      goOn();
    },
  };
}

/** Holds each drawing of a try-on before it is returned. */
export function pauseDrawing(drawer: QuickDrawer) {
  const held: (() => void)[] = [];
  drawer.beforeReturn = () => new Promise(resolve => held.push(resolve));
  return {
    count: () => held.length,
    begun: () => waitFor('a drawing', () => held.length > 0),
    /** Releases the held drawings; later drawings are not held. */
    release() {
      drawer.beforeReturn = async () => {};
      for (const resolve of held) resolve();
    },
  };
}
