import type { Queryable } from './database.ts';
import type { AuditTable } from './schema.ts';

/** A change for the audit log. `before` and `after` contain only the changed fields. */
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

/** Call this in the transaction of the change itself. */
export async function noteAudit(tx: Queryable, change: AuditedChange): Promise<void> {
  const { doneBy, before, after, ...row } = change;
  await tx
    .insertInto('audit')
    .values({ ...row, done_by: doneBy, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}

export async function noteOwnChange(
  tx: Queryable,
  userId: string,
  change: Pick<AuditedChange, 'time' | 'action' | 'before' | 'after'>,
): Promise<void> {
  await noteAudit(tx, { ...change, source: 'user', doneBy: userId, subject: userId, reason: '' });
}
