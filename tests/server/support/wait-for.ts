import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition is true; fails after 10 s. */
export async function waitFor(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await pause(20);
  }
}
