import type { QuickGenerator } from './quick-generator.ts';

/** Holds the pics of jobs unless the job is cancelled; returns a function that releases this job and all later ones. */
export function pauseWork(generator: QuickGenerator): () => void {
  let goOn = () => {};
  generator.beforeReturn = signal =>
    new Promise((resolve, reject) => {
      goOn = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return () => {
    generator.beforeReturn = async () => {};
    goOn();
  };
}
