import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { forgetDays } from '../accounts/day-counts.ts';
import { removeExpiredTokens } from '../accounts/sessions.ts';
import { removeOldCopies } from '../data-copy/routes.ts';
import type { DbAndClock } from '../db/database.ts';
import { removeOldPhotos } from '../erasure/erase-account.ts';
import { artVersion } from '../generator/art-version.ts';
import { removeAbandoned } from '../http/files/free-on-disk.ts';
import { jobStatus } from '../jobs/status.ts';
import { removeOldAds } from '../money/admob/admob.ts';
import { type OrderParts, reconcileOrders } from '../money/orders.ts';
import type { ShopWatch } from '../money/payment-provider.ts';
import { noteRenewals } from '../money/renewals.ts';
import type { PushSender } from '../push/push-sender.ts';
import { removeOldPushRequests } from '../push/routes.ts';
import { removeOldReports } from '../reports/routes.ts';
import { finishErasures } from '../store/erasures.ts';
import type { LocalEndpoints } from '../store/local-storage.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** A periodic task. Several processes may run it at the same time. `every` is its interval in milliseconds. */
interface Task {
  every: number;
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
    { every: 2 * minute, run: () => reconcileOrders(parts) },
    { every: day, run: () => removeOldAds(parts) },
    { every: day, run: () => removeExpiredTokens(parts) },
    { every: day, run: () => forgetDays(parts) },
    { every: day, run: () => removeOldReports(parts) },
    { every: day, run: () => removeOldCopies(parts) },
    { every: hour, run: () => removeOldPushRequests(parts) },
    // Sends push messages that must be retried, and those for jobs that ended in another process.
    { every: minute, run: async () => parts.pushes?.wake() },
    { every: day, run: () => removeOldPhotos(parts, config.photoDays) },
    { every: hour, run: () => countMostMade(parts) },
    { every: 10 * minute, run: () => finishErasures(parts, error => log.error(error)) },
    { every: hour, run: async () => endpoints?.sweep() },
    { every: hour, run: () => catchUpPayments(parts) },
    { every: 6 * hour, run: () => noteRenewals(parts) },
  ];
  const stops = tasks.map(({ every, run }) =>
    repeat({ every: Math.min(every, longestPause), run }, error => log.error(error)),
  );
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
function repeat({ every, run }: Task, onError: (error: unknown) => void): () => Promise<void> {
  let stopped = false;
  let turn = Promise.resolve();
  let timer = setTimeout(begin, Math.min(every, minute));

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

/** A day after this version's last drawing, because processes of other versions may still use theirs. */
async function removeOtherArt(folder: string): Promise<void> {
  const own = await stat(join(folder, artVersion)).catch(() => null);
  if (!own || Date.now() - own.mtimeMs < day) return;
  for (const name of await readdir(folder)) {
    if (name !== artVersion) await rm(join(folder, name), { recursive: true, force: true });
  }
}

const days = 30;
const leastUsers = 5;
/** Only the latest jobs are counted, so that the time does not grow with the number of jobs. */
const mostCounted = 100_000;
/** More than the app shows, because some templates may be withdrawn later. */
const mostNoted = 50;

/** Saves the templates with the most different users among finished jobs. Runs once a day (UTC), in one process. */
export async function countMostMade({ db, clock }: DbAndClock): Promise<void> {
  const now = clock();
  const day = new Date(now).toISOString().slice(0, 10);
  const counted = await db.query
    .selectFrom('popular_templates')
    .select('day')
    .where('day', '=', day)
    .executeTakeFirst();
  if (counted) return;

  const users = sql<number>`count(DISTINCT user_id)`;
  const latest = db.query
    .selectFrom('jobs')
    .select(['template_id', 'user_id'])
    .where('status', '=', jobStatus.generateSuccess)
    .where('end_time', '>=', new Date(now - days * 24 * 60 * 60_000))
    .orderBy('end_time', 'desc')
    .limit(mostCounted);
  const found = await db.query
    .selectFrom(latest.as('latest'))
    .select('template_id')
    .groupBy('template_id')
    .having(users, '>=', leastUsers)
    .orderBy(users, 'desc')
    .orderBy('template_id')
    .limit(mostNoted)
    .execute();
  const template_ids = found.map(row => row.template_id);
  await db.query.transaction().execute(async tx => {
    await tx
      .insertInto('popular_templates')
      .values({ day, template_ids })
      .onConflict(conflict => conflict.column('day').doNothing())
      .execute();
    await tx.deleteFrom('popular_templates').where('day', '!=', day).execute();
  });
}
