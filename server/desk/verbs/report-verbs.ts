import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { onPage } from '../on-page.ts';
import {
  type DeskParts,
  DeskRefusal,
  type DeskRequest,
  momentCell,
  type NoteChange,
  type Row,
  type Verb,
} from '../verb.ts';

const report = { name: 'report', about: 'number of the report, which the reporter has got' };

export const reportVerbs: Verb[] = [
  {
    name: 'report list',
    about: 'Lists reported pictures; open reports first, oldest at the top.',
    example: '',
    values: [],
    pages: true,
    run: ({ db }, request) =>
      onPage(
        reported(db.query).orderBy(sql`outcome <> 'open'`).orderBy('time').orderBy('report_id'),
        request,
        rowOf,
      ),
  },
  {
    name: 'report show',
    about: 'Shows a report, and saves its picture as a new file in this folder; the audit records it.',
    example: '4711-0815-1234 --reason "reported as sexual"',
    values: [report],
    plan: (parts, request) =>
      planned(parts, request, 'Look at', 'Saves it in this folder; the look is noted.'),
    run: show,
  },
  {
    name: 'report dismiss',
    about: 'Rejects this report only; its picture stays hidden or visible.',
    example: '4711-0815-1234 --reason "a quarrel among friends"',
    values: [report],
    plan: (parts, request) => planned(parts, request, 'Leave', 'Closes this report alone.'),
    run: dismiss,
  },
  {
    name: 'report hide',
    about: 'Accepts the reports of a picture: from now on only its user sees it.',
    example: '4711-0815-1234 --reason "shows somebody who has not agreed"',
    values: [report],
    plan: (parts, request) => planned(parts, request, 'Hide', 'Closes its reports.'),
    run: (parts, request, noteChange) => decide(parts, request, noteChange, 'hidden'),
  },
  {
    name: 'report restore',
    about: 'Shows a hidden picture again, and rejects its reports, which no longer count.',
    example: '4711-0815-1234 --reason "nothing wrong with it"',
    values: [report],
    plan: (parts, request) => planned(parts, request, 'Show again', 'Closes its reports.'),
    run: (parts, request, noteChange) => decide(parts, request, noteChange, 'cleared'),
  },
];

const reported = (db: Queryable) =>
  db
    .selectFrom('reports')
    .innerJoin('pics', 'pics.pic_id', 'reports.pic_id')
    .selectAll('reports')
    .select(['pics.user_id', 'pics.review', 'pics.key']);

type Reported = Awaited<ReturnType<typeof find>>;

const rowOf = ({ report_id, pic_id, user_id, reason, words, time, outcome, review }: Reported): Row => ({
  report: report_id,
  picture: pic_id,
  user_id,
  reason,
  words,
  time: momentCell(time),
  state: outcome === 'open' ? 'waits' : outcome,
  hidden: review === 'hidden',
});

async function find(db: Queryable, { values }: DeskRequest) {
  const found = await reported(db).where('report_id', '=', values.report!).executeTakeFirst();
  if (found) return found;
  throw new DeskRefusal(`There is no report ${values.report}; "report list" shows them.`);
}

async function planned({ db }: DeskParts, request: DeskRequest, does: string, then: string): Promise<string> {
  const { pic_id, user_id } = await find(db.query, request);
  return `${does} the picture ${pic_id} of the user ${user_id}. ${then}`;
}

async function show({ db, store }: DeskParts, request: DeskRequest, noteChange: NoteChange) {
  const { key } = await find(db.query, request);
  const picture = await store.get(key);
  if (!picture) throw new DeskRefusal('Its picture cannot be read from the store.');
  return db.query.transaction().execute(async tx => {
    // Find the report again: if its picture was deleted while we read that from the store, the report is gone too.
    const found = await find(tx, request);
    const { report_id, pic_id, user_id: subject } = found;
    await noteChange(tx, { subject, before: { report: report_id }, after: { picture: pic_id } });
    return {
      facts: rowOf(found),
      files: [{ name: `report-${report_id}.jpg`, base64: Buffer.from(picture.bytes).toString('base64') }],
    };
  });
}

async function dismiss({ db }: DeskParts, request: DeskRequest, noteChange: NoteChange) {
  return db.query.transaction().execute(async tx => {
    const { report_id, pic_id, user_id } = await find(tx, request);
    const { numUpdatedRows } = await tx
      .updateTable('reports')
      .set({ outcome: 'kept' })
      .where('report_id', '=', report_id)
      .where('outcome', '=', 'open')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new DeskRefusal(`The report ${report_id} is closed already.`);
    await noteChange(tx, {
      subject: user_id,
      before: { report: report_id, picture: pic_id },
      after: { report: 'kept' },
    });
    return { facts: { report: report_id, picture: pic_id, user_id, state: 'kept' } };
  });
}

async function decide(
  { db }: DeskParts,
  request: DeskRequest,
  noteChange: NoteChange,
  review: 'hidden' | 'cleared',
) {
  return db.query.transaction().execute(async tx => {
    const { pic_id, user_id, review: before } = await find(tx, request);
    await tx.updateTable('pics').set({ review }).where('pic_id', '=', pic_id).execute();
    const outcome = review === 'hidden' ? 'hidden' : 'kept';
    await tx
      .updateTable('reports')
      .set({ outcome })
      .where('pic_id', '=', pic_id)
      .where('outcome', '=', 'open')
      .execute();
    await noteChange(tx, {
      subject: user_id,
      before: { picture: pic_id, review: before },
      after: { review, reports: outcome },
    });
    return { facts: { picture: pic_id, user_id, review } };
  });
}
