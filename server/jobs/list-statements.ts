import type { CoinStatement } from '../contract/money.ts';
import type { Database } from '../db/database.ts';
import { sentenceIn } from '../languages/sentence.ts';
import type { Reason } from '../money/ledger.ts';
import { coverOf, type Viewer, type ViewJobParts } from './job-view.ts';
import { jobStatus, unfinished } from './status.ts';

interface ListStatementsParts extends Pick<ViewJobParts, 'storage' | 'findTemplate'> {
  db: Database;
}

/** A page of a user's ledger, newest first. Rows about a job include the state of its coins. */
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
