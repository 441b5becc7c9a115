import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { forgetDays } from '../accounts/day-counts.ts';
import { removeExpiredTokens } from '../accounts/sessions.ts';
import { removeOldCopies } from '../data-copy/routes.ts';
import { removeOldPhotos } from '../erasure/erase-photo.ts';
import { artVersion } from '../generator/art-version.ts';
import { removeAbandoned } from '../http/files/free-on-disk.ts';
import { countMostMade } from '../jobs/count-most-made.ts';
import { removeOldAds } from '../money/admob/verified-ads.ts';
import type { OrderParts } from '../money/orders.ts';
import { reconcileOrders } from '../money/reconcile-orders.ts';
import type { ShopWatch } from '../money/shop-watch.ts';
import { removeOldPushRequests } from '../push/push-requests.ts';
import type { PushSender } from '../push/push-sender.ts';
import { removeOldReports } from '../reports/report-picture.ts';
import { finishErasures } from '../store/erasures.ts';
import type { LocalEndpoints } from '../store/local-storage.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** A periodic task. Several processes may run it at the same time. `every` is its interval in milliseconds. */
interface Task {
  every: number;
  /** Milliseconds between the process's start and the task's first run. */
  first: number;
  run(): Promise<unknown>;
}

interface HousekeepingParts extends OrderParts {
  config: { photoDays: number };
  log: FastifyBaseLogger;
  shopWatch: ShopWatch;
  store: ObjectStore;
  endpoints: Pick<LocalEndpoints, 'sweep'> | null;
  pushes: PushSender | null;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Starts the periodic tasks. Intervals are at most `longestPause` (ms). Returns a function that stops the tasks. */
export function startHousekeeping(parts: HousekeepingParts, longestPause = day): () => Promise<void> {
  const { log, config, endpoints } = parts;
  const tasks: Task[] = [
    { every: 2 * minute, first: minute, run: () => reconcileOrders(parts) },
    { every: day, first: minute, run: () => removeOldAds(parts) },
    { every: day, first: minute, run: () => removeExpiredTokens(parts) },
    { every: day, first: minute, run: () => forgetDays(parts) },
    { every: day, first: minute, run: () => removeOldReports(parts) },
    { every: day, first: minute, run: () => removeOldCopies(parts) },
    { every: hour, first: minute, run: () => removeOldPushRequests(parts) },
    // Sends push messages that must be retried, and those for jobs that ended in another process.
    { every: minute, first: minute, run: async () => parts.pushes?.wake() },
    { every: day, first: minute, run: () => removeOldPhotos(parts, config.photoDays) },
    { every: hour, first: minute, run: () => countMostMade(parts) },
    { every: 10 * minute, first: minute, run: () => finishErasures(parts, error => log.error(error)) },
    { every: hour, first: minute, run: async () => endpoints?.sweep() },
    { every: hour, first: minute, run: () => catchUpPayments(parts) },
  ];
  const stops = tasks.map(({ every, first, run }) => {
    const task = { every: Math.min(every, longestPause), first: Math.min(first, longestPause), run };
    return repeat(task, error => log.error(error));
  });
  return async () => {
    await Promise.all(stops.map(stop => stop()));
  };
}

/** Queries all payment providers at the same time, so that an unresponsive one does not delay the others. */
async function catchUpPayments(parts: HousekeepingParts): Promise<void> {
  const turns = parts.payments.map(provider => provider.catchUp?.(parts));
  for (const turn of await Promise.allSettled(turns)) {
    if (turn.status === 'rejected') parts.log.error(turn.reason);
  }
}

/** Runs a task periodically. The next run is scheduled when the last one has ended, so runs never overlap. */
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

/** Deletes the unfinished files of killed processes, at once and every hour. Returns a function that stops this. */
export function sweepFiles(dataDir: string, log: FastifyBaseLogger, every = hour): () => void {
  async function sweep(): Promise<void> {
    await removeAbandoned(join(dataDir, 'shared'));
    await removeAbandoned(join(dataDir, 'objects', '.incoming'));
    await removeAbandoned(join(dataDir, 'previews', artVersion), /\.part$/);
    await removeAbandoned(join(dataDir, 'app-files', 'assets'), /\.part$/);
    await removeAbandoned(join(dataDir, 'template-pics'), /\.part$/);
    await removeAbandoned(join(dataDir, 'objects', 'probes'));
    await removeAbandoned(dataDir, /^secret\./);
    await removeOtherArt(join(dataDir, 'previews'));
  }
  const sweepOrLog = () => void sweep().catch(error => log.error(error));
  sweepOrLog();
  const timer = setInterval(sweepOrLog, every).unref();
  return () => clearInterval(timer);
}

/**
 * Deletes other versions' drawings, but only a day after this version's last drawing, because processes of other
 * versions may still use them.
 */
async function removeOtherArt(folder: string): Promise<void> {
  const own = await stat(join(folder, artVersion)).catch(() => null);
  if (!own || Date.now() - own.mtimeMs < day) return;
  for (const name of await readdir(folder)) {
    if (name !== artVersion) await rm(join(folder, name), { recursive: true, force: true });
  }
}
