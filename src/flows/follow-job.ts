import { making } from '../state/making.ts';

let followers = 0;
let current: { trainId: string | null; stop: AbortController } | null = null;

/**
 * Keeps the remembered job up to date while a screen shows it; when none is remembered it looks whether
 * one runs. Screens share one watch. Call it again when `making.job` is another one. Answers how to stop;
 * never asks anybody to sign in.
 */
export function followJob(): () => void {
  followers++;
  const trainId = making.job?.trainId ?? null;
  if (current?.trainId !== trainId) {
    current?.stop.abort();
    start(trainId);
  }
  return () => {
    if (--followers > 0) return;
    current?.stop.abort();
    current = null;
  };
}

function start(trainId: string | null): void {
  const mine = { trainId, stop: new AbortController() };
  current = mine;
  // Downloaded only now: strangers have no job, and Home opens sooner without it.
  import('./keep-job-current.ts')
    .then(({ keepJobCurrent }) => keepJobCurrent(mine.stop.signal))
    .catch(() => undefined)
    .finally(() => {
      if (current === mine) current = null;
    });
}
