import type { Queryable } from './database.ts';
import type { AuditTable } from './schema.ts';

/** `before` and `after` contain only the fields that changed. */
export interface AuditedChange {
  time: Date;
  source: AuditTable['source'];
  doneBy: string;
  action: string;
  subject: string;
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Writes a row to the audit. Call it in the transaction that makes the change. */
export async function noteAudit(tx: Queryable, change: AuditedChange): Promise<void> {
  const { doneBy, before, after, ...row } = change;
  await tx
    .insertInto('audit')
    .values({ ...row, done_by: doneBy, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}

/** Writes the audit row of a change that a user made to the user's own account. */
export async function noteOwnChange(
  tx: Queryable,
  userId: string,
  change: Pick<AuditedChange, 'time' | 'action' | 'before' | 'after'>,
): Promise<void> {
  await noteAudit(tx, { ...change, source: 'user', doneBy: userId, subject: userId, reason: '' });
}
