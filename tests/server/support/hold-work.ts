import type { QuickGenerator } from './quick-generator.ts';

/** Has the generator keep a job's pics back until the job is called off; returns how to let it, and all after it, go on. */
export function holdWork(generator: QuickGenerator): () => void {
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
