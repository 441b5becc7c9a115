import type { AuditTable } from '../../db/audit-table.ts';
import type { Stored } from '../../db/schema.ts';
import { momentCell, type Row } from '../desk-output.ts';
import { monthOf } from '../month-of.ts';
import { onPage } from '../on-page.ts';
import type { Verb } from '../verb.ts';

export const auditVerbs: Verb[] = [
  {
    name: 'audit list',
    about: 'Lists what was done by the desk, by the server itself and by users, the latest first.',
    example: '--subject 66f0c2a1b7e94d0c8a55e1aa',
    values: [
      { name: 'subject', about: 'only what was done to this user or payment', flag: true, optional: true },
      { name: 'source', about: 'only what the desk, the server or a user did', flag: true, optional: true },
    ],
    pages: true,
    run({ db }, request) {
      const { subject, source } = request.values;
      const found = db.query
        .selectFrom('audit')
        .selectAll()
        .$if(subject !== undefined, query => query.where('subject', '=', subject!))
        .$if(source !== undefined, query => query.where('source', '=', source as AuditTable['source']))
        .orderBy('id', 'desc');
      return onPage(found, request, auditRow);
    },
  },
  {
    name: 'audit export',
    about: 'Gives all rows of a month, oldest first, for --csv or --json.',
    example: '--month 2026-11 --csv',
    values: [{ name: 'month', about: 'a month in UTC, such as 2026-11', flag: true }],
    async run({ db }, { values }) {
      const { start, end } = monthOf(values.month!);
      const rows = await db.query
        .selectFrom('audit')
        .selectAll()
        .where('time', '>=', start)
        .where('time', '<', end)
        .orderBy('id')
        .execute();
      return { rows: rows.map(auditRow) };
    },
  },
];

function auditRow(row: Stored<'audit'>): Row {
  return {
    id: row.id,
    time: momentCell(row.time),
    source: row.source,
    by: row.done_by,
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    before: row.before,
    after: row.after,
  };
}
