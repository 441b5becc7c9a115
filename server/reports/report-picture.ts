import { createHmac, randomInt } from 'node:crypto';
import type { ReportReason } from '../contract/share-cards.ts';
import type { DbAndClock } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { bounds } from '../http/limits/bounds.ts';

const day = 24 * 60 * 60_000;

/** If `reportsToHide` is 0, reports never hide a picture automatically. */
export interface ReportParts extends DbAndClock {
  config: { reportsToHide: number };
}

/** `caller` is the reporter's account or IP address. */
interface NewReport {
  picId: string;
  caller: string;
  reason: ReportReason;
  words: string;
}

/**
 * Saves a report for the operator and returns its receipt number. A caller's second report of the same picture returns
 * the first number. Hides the picture until the operator decides, once enough different callers have reported it.
 * Throws 1005 if the caller exceeds the daily limit.
 */
export async function reportPicture({ config, db, clock }: ReportParts, report: NewReport): Promise<string> {
  return db.query.transaction().execute(async tx => {
    const time = new Date(clock());
    const { picId: pic_id, reason, words } = report;
    const reporter = await reporterHash(tx, report.caller);
    const pic = await tx
      .selectFrom('pics')
      .select('review')
      .where('pic_id', '=', pic_id)
      .forUpdate()
      .executeTakeFirst();
    if (!pic) throw new ApiError('notFound', 'error.not-found');
    const earlier = await tx
      .selectFrom('reports')
      .select('report_id')
      .where('pic_id', '=', pic_id)
      .where('reporter', '=', reporter)
      .executeTakeFirst();
    if (earlier) return earlier.report_id;
    await refuseFlood(tx, reporter, time);
    const report_id = newReceipt();
    await tx.insertInto('reports').values({ report_id, pic_id, reporter, reason, words, time }).execute();
    if (
      pic.review === '' &&
      config.reportsToHide > 0 &&
      (await weightOf(tx, pic_id)) >= config.reportsToHide
    ) {
      await tx.updateTable('pics').set({ review: 'hidden' }).where('pic_id', '=', pic_id).execute();
    }
    return report_id;
  });
}

async function refuseFlood(tx: Tx, reporter: string, time: Date): Promise<void> {
  const { count } = await tx
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('reporter', '=', reporter)
    .where('time', '>', new Date(time.getTime() - day))
    .executeTakeFirstOrThrow();
  if (Number(count) >= bounds.reports.ofOne) throw new ApiError('tooManyRequests', 'error.last-report');
}

/**
 * Sum of the picture's open reports. Each counts 1, or less if the operator has rejected earlier reports of the same
 * caller.
 */
async function weightOf(tx: Tx, picId: string): Promise<number> {
  const reporters = await tx
    .selectFrom('reports')
    .select(eb => [
      'reporter',
      eb
        .selectFrom('reports as earlier')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('earlier.reporter', '=', 'reports.reporter')
        .where('earlier.outcome', '=', 'kept')
        .as('wrong'),
    ])
    .where('pic_id', '=', picId)
    .where('outcome', '=', 'open')
    .execute();
  return reporters.reduce((sum, { wrong }) => sum + 1 / (1 + Number(wrong)), 0);
}

/** A keyed hash of the caller. It is anonymous without the key, which only the database has. */
async function reporterHash(tx: Tx, caller: string): Promise<string> {
  const { value } = await tx
    .selectFrom('hash_keys')
    .select('value')
    .where('name', '=', 'reporters')
    .executeTakeFirstOrThrow();
  return createHmac('sha256', value).update(caller).digest('base64url').slice(0, 22);
}

/** Twelve random digits in groups that are easy to read aloud, for example 4711-0815-1234. */
function newReceipt(): string {
  const figures = () => String(randomInt(10_000)).padStart(4, '0');
  return `${figures()}-${figures()}-${figures()}`;
}

/**
 * Number of days for which a decided report is kept. A rejected report lowers the weight of the reporter's later
 * reports.
 */
const keptDays = 180;

export async function removeOldReports({ db, clock }: Omit<ReportParts, 'config'>): Promise<void> {
  await db.query
    .deleteFrom('reports')
    .where('outcome', '!=', 'open')
    .where('time', '<', new Date(clock() - keptDays * day))
    .execute();
}
