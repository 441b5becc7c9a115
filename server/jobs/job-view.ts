import { sql } from 'kysely';
import type { Job, Remedy } from '../contract/jobs.ts';
import type { CoinStatement } from '../contract/money.ts';
import type { Database } from '../db/database.ts';
import type { HotReads } from '../db/hot-reads.ts';
import type { Stored } from '../db/schema.ts';
import { type Language, sentenceIn } from '../languages/languages.ts';
import type { Reason } from '../money/ledger.ts';
import { type PictureStorage, smallWidths } from '../store/object-store.ts';
import type { Catalogue } from '../templates/catalogue.ts';
import { previewAddress } from '../templates/preview-cache.ts';
import { isFree } from './job-context.ts';
import { jobStatus, namePic, unfinished } from './status.ts';

export interface Viewer {
  origin: string;
  language: Language;
}

export interface ViewJobParts {
  config: RemedyOffer & { picsPerJob: number };
  clock: () => number;
  forecast: Forecast;
  reads: HotReads;
  storage: PictureStorage;
  findTemplate: Catalogue['find'];
}

export function listAddress(storage: PictureStorage, origin: string, key: string): string {
  return storage.addressOf(key, origin, { width: smallWidths.list });
}

/** Address of a job's cover picture: the pic with this key, else the template's preview. */
function coverOf(
  { storage, findTemplate }: Pick<ViewJobParts, 'storage' | 'findTemplate'>,
  { origin }: Viewer,
  templateId: number,
  pic: string | null | undefined,
): string {
  if (pic) return listAddress(storage, origin, pic);
  return previewAddress(origin, templateId, 480, findTemplate(templateId)?.previewVersion);
}

export async function viewJobs(parts: ViewJobParts, viewer: Viewer, jobs: Stored<'jobs'>[]): Promise<Job[]> {
  const { forecast, reads, config, clock, storage } = parts;
  const now = clock();
  const isDone = (job: Stored<'jobs'>) => job.status === jobStatus.generateSuccess;
  // Until a redo has pics, its cover is a rejected pic, which shows the same person.
  const shownJobs = jobs.map(job => (isDone(job) ? job.generate_id : job.redo_of));
  const [expected, shown] = await Promise.all([
    forecast.expect(jobs),
    Promise.all(shownJobs.map(id => (id === null ? undefined : reads.pics.get(id)))),
  ]);

  return jobs.map((job, index) => {
    const template = parts.findTemplate(job.template_id);
    const remedy = remedyOf(job, config, now);
    const pics = isDone(job) ? (shown[index] ?? []) : picsSoFar(job);
    return {
      train_id: job.train_id,
      generate_id: job.generate_id,
      template_id: job.template_id,
      title: template?.title[viewer.language] ?? '',
      cover_url: coverOf(parts, viewer, job.template_id, shown[index]?.[0]?.key),
      style_id: job.style_id,
      status: job.status,
      ...waitOf(expected.get(job.generate_id)),
      progress: job.progress,
      create_time: Math.floor(job.create_time.getTime() / 1000),
      returnable_coins: job.held,
      refuse_reasons: job.refuse_reasons ?? [],
      ...(pics && {
        pics: pics.map(({ pic_id: id, key }) => ({
          id,
          list_url: listAddress(storage, viewer.origin, key),
        })),
      }),
      ...(unfinished.includes(job.status) && { pic_count: config.picsPerJob }),
      ...(isDone(job) && { photo_url: storage.addressOf(job.photos[0]!, viewer.origin) }),
      ...(remedy && { remedy }),
    };
  });
}

/** Pics finished so far; undefined unless the job is generating. */
function picsSoFar(job: Stored<'jobs'>) {
  if (job.status !== jobStatus.generating) return undefined;
  return job.made_pics.map((_, position) => namePic(job, position));
}

function waitOf({ seconds, position }: Expectation = { seconds: 0, position: 0 }) {
  return { expect_minutes: Math.ceil(seconds / 60), expect_seconds: seconds, queue_position: position };
}

/** Values of the settings FREE_REDOS and REDO_REFUND. */
export interface RemedyOffer {
  freeRedos: number;
  redoRefund: boolean;
}

/** Pics can be rejected for this long (ms) after the job ended. */
const timeToReject = 24 * 60 * 60 * 1000;

/** A user's compensation for rejecting the pics: a redo, or the coins back if no redo is left. Undefined if neither. */
export function remedyOf(job: Stored<'jobs'>, offer: RemedyOffer, now: number): Remedy | undefined {
  const isDone = job.status === jobStatus.generateSuccess && job.end_time !== null;
  if (!isDone || job.remedied || now - job.end_time!.getTime() > timeToReject) return undefined;
  if (job.redo_number < offer.freeRedos) return 'redo';
  return offer.redoRefund && job.redo_number > 0 && job.paid > 0 ? 'coins' : undefined;
}

interface ListStatementsParts extends Pick<ViewJobParts, 'storage' | 'findTemplate'> {
  db: Database;
}

export async function listStatements(
  parts: ListStatementsParts,
  viewer: Viewer,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<CoinStatement[]> {
  const rows = await parts.db.query
    .selectFrom('coin_statements as row')
    .leftJoin('jobs', join => join.onRef('jobs.generate_id', '=', 'row.reference'))
    .select(['row.id', 'row.time', 'row.change', 'row.remaining', 'row.reason'])
    .select(['jobs.template_id', 'jobs.status'])
    .select(({ selectFrom }) => [
      selectFrom('pics')
        .select('key')
        .whereRef('pics.generate_id', '=', 'jobs.generate_id')
        .orderBy('position')
        .limit(1)
        .as('pic'),
      selectFrom('coin_statements as returned')
        .select('returned.id')
        .whereRef('returned.user_id', '=', 'row.user_id')
        .whereRef('returned.reference', '=', 'row.reference')
        .where('returned.reason', '=', 'rejected')
        .as('returned'),
    ])
    .where('row.user_id', '=', userId)
    .orderBy('row.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

  return rows.map(
    ({ id, time, change, remaining, reason, template_id: templateId, status, pic, returned }) => ({
      id,
      time: Math.floor(time.getTime() / 1000),
      change,
      remaining,
      reason: sentenceIn(viewer.language, `coins.${reason as Reason}`),
      ...(templateId !== null && {
        job: {
          title: parts.findTemplate(templateId)?.title[viewer.language] ?? '',
          pic_url: coverOf(parts, viewer, templateId, pic),
          state: returned === null ? stateOf(status!) : ('returned' as const),
        },
      }),
    }),
  );
}

function stateOf(status: number): 'held' | 'spent' | 'returned' {
  if (unfinished.includes(status)) return 'held';
  return status === jobStatus.generateSuccess ? 'spent' : 'returned';
}

/** Assumed seconds per job until real ones are measured: four pics of about 5 s each, and the photo checks. */
const usualSeconds = 30;

const measured = 10;

/** Milliseconds for which the queue's state is cached. */
const validFor = 1_000;

interface QueueState {
  places: Map<string, number>;
  workers: number;
  seconds: number;
}

type WaitingJob = Pick<Stored<'jobs'>, 'generate_id' | 'status' | 'progress'>;

/** Seconds until a job is done, and the number of jobs ahead of it that have not started. */
interface Expectation {
  seconds: number;
  position: number;
}

export class Forecast {
  readonly #db: Database;
  readonly #clock: () => number;
  #latest: { time: number; state: Promise<QueueState> } | null = null;

  constructor(db: Database, clock: () => number) {
    this.#db = db;
    this.#clock = clock;
  }

  async expect(jobs: WaitingJob[]): Promise<Map<string, Expectation>> {
    const waiting = jobs.filter(job => unfinished.includes(job.status));
    if (waiting.length === 0) return new Map();

    const { places, workers, seconds } = await this.#currentQueue();
    return new Map(
      waiting.map(job => {
        // A job that is missing in the cached state was created after it, so the job is last in the queue.
        const place = places.get(job.generate_id) ?? places.size;
        const jobsToMake = Math.floor(place / workers) + 1 - job.progress / 100;
        const expectation = {
          seconds: Math.ceil(jobsToMake * seconds),
          position: Math.max(0, place - workers + 1),
        };
        return [job.generate_id, expectation];
      }),
    );
  }

  #currentQueue(): Promise<QueueState> {
    const time = performance.now();
    if (!this.#latest || time - this.#latest.time > validFor) {
      const state = this.#readQueue();
      this.#latest = { time, state };
      // Do not cache a failed read.
      state.catch(() => {
        this.#latest = null;
      });
    }
    return this.#latest.state;
  }

  async #readQueue(): Promise<QueueState> {
    const now = this.#clock();
    const queue = await this.#db.query
      .selectFrom('jobs')
      .select(job => ['generate_id', job.not(isFree(now)(job)).as('is_worked_on')])
      .where('status', 'in', unfinished)
      .orderBy('position')
      .execute();
    return {
      places: new Map(queue.map((job, place) => [job.generate_id, place])),
      workers: Math.max(1, queue.filter(job => job.is_worked_on).length),
      seconds: await this.#averageSeconds(),
    };
  }

  async #averageSeconds(): Promise<number> {
    const recent = this.#db.query
      .selectFrom('jobs')
      .select(sql<number>`extract(epoch FROM end_time - start_time)`.as('seconds'))
      .where('status', '=', jobStatus.generateSuccess)
      .orderBy('end_time', 'desc')
      .limit(measured)
      .as('recent');
    const { average } = await this.#db.query
      .selectFrom(recent)
      .select(sql<number | null>`avg(seconds)::float8`.as('average'))
      .executeTakeFirstOrThrow();
    return average ?? usualSeconds;
  }
}
