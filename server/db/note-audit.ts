import type { Queryable } from './database.ts';
import type { AuditTable } from './schema.ts';

/** `before` and `after` hold only the fields that changed. */
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

/** Call it in the transaction of the change itself. */
export async function noteAudit(tx: Queryable, change: AuditedChange): Promise<void> {
  const { doneBy, before, after, ...row } = change;
  await tx
    .insertInto('audit')
    .values({ ...row, done_by: doneBy, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}

/** A change that a user made to the own account. */
export async function noteOwnChange(
  tx: Queryable,
  userId: string,
  change: Pick<AuditedChange, 'time' | 'action' | 'before' | 'after'>,
): Promise<void> {
  await noteAudit(tx, { ...change, source: 'user', doneBy: userId, subject: userId, reason: '' });
}
