import type { DbAndClock } from '../db/database.ts';
import { noteAudit } from '../db/note-audit.ts';
import type { Stored } from '../db/schema.ts';
import { lockUser } from './lock-user.ts';

/** Milliseconds. */
const allowedFor = 24 * 60 * 60_000;

/** Null if support may not see the user's pictures. `now` in milliseconds. */
export function supportUntil(user: Pick<Stored<'users'>, 'support_until'>, now: number): Date | null {
  const until = user.support_until;
  return until !== null && until.getTime() > now ? until : null;
}

/**
 * Allows support to see a user's pictures for a day, or ends that; logs it in the audit and returns the end time.
 * Allowing it twice changes nothing, so two tabs show the same time.
 */
export async function allowSupport(
  { db, clock }: DbAndClock,
  userId: string,
  allow: boolean,
): Promise<Date | null> {
  return db.query.transaction().execute(async tx => {
    const now = clock();
    const before = supportUntil(await lockUser(tx, userId), now);
    if (allow === (before !== null)) return before;
    const until = allow ? new Date(now + allowedFor) : null;
    await tx.updateTable('users').set({ support_until: until }).where('user_id', '=', userId).execute();
    await noteAudit(tx, {
      time: new Date(now),
      source: 'user',
      doneBy: userId,
      action: allow ? 'support allow' : 'support end',
      subject: userId,
      reason: '',
      before: { until: before },
      after: { until },
    });
    return until;
  });
}
