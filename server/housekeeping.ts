import { forgetExpiredTokens } from './accounts/tokens.ts';
import { forgetOldAds } from './money/admob/verified-ads.ts';
import { reconcileOrders } from './money/reconcile-orders.ts';
import type { Services } from './services.ts';
import { removeOldPhotos } from './store/remove-old-photos.ts';

/** Something that is done again and again, harmless when several processes do it; `every` in milliseconds. */
interface Task {
  every: number;
  /** Milliseconds after the start. */
  first: number;
  run(): Promise<unknown>;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Starts what has to be done from time to time, never later than after `longestPause` (milliseconds); answers how to end it. */
export function startHousekeeping(
  services: Omit<Services, 'close'>,
  longestPause = day,
): () => Promise<void> {
  const { log, config } = services;
  const tasks: Task[] = [
    { every: 2 * minute, first: minute, run: () => reconcileOrders(services) },
    { every: day, first: minute, run: () => forgetOldAds(services) },
    { every: day, first: minute, run: () => forgetExpiredTokens(services) },
    { every: day, first: minute, run: () => removeOldPhotos(services, config.photoDays) },
  ];
  const stops = tasks.map(({ every, first, run }) => {
    const task = { every: Math.min(every, longestPause), first: Math.min(first, longestPause), run };
    return repeat(task, error => log.error(error));
  });
  return async () => {
    await Promise.all(stops.map(stop => stop()));
  };
}

/** The next turn is counted from the end of the last one, so that turns never overlap. */
function repeat({ every, first, run }: Task, onError: (error: unknown) => void): () => Promise<void> {
  let stopped = false;
  let turn = Promise.resolve();
  let timer = setTimeout(begin, first);

  function begin(): void {
    turn = run()
      .catch(onError)
      .then(() => {
        if (!stopped) timer = setTimeout(begin, every);
      });
  }

  return () => {
    stopped = true;
    clearTimeout(timer);
    return turn;
  };
}
