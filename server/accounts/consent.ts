import type { DbAndClock } from '../db/database.ts';
import { noteOwnChange } from '../db/note-audit.ts';
import type { Stored } from '../db/schema.ts';
import { ApiError, wrongParameter } from '../http/api-error.ts';
import { lockUser } from './user.ts';

/** `operator` has the current consent version. With `requireConsent`, work on photos needs the user's consent. */
export interface ConsentParts {
  config: { requireConsent: boolean };
  operator: { consent_version: string };
}

/** Throws 2218040 if consent is required and the user has not agreed to the current version. */
export function requireConsent(
  { config, operator }: ConsentParts,
  user: Pick<Stored<'users'>, 'consent_version'>,
): void {
  if (config.requireConsent && user.consent_version !== operator.consent_version) {
    throw new ApiError('consentMissing', 'error.no-consent');
  }
}

/** Saves the user's consent and its audit row. Throws if `version` is not the current version. */
export async function giveConsent(
  { db, clock, operator }: ConsentParts & DbAndClock,
  userId: string,
  version: string,
): Promise<void> {
  if (version !== operator.consent_version) throw wrongParameter('version', 'parameter.consent-version');
  await db.query.transaction().execute(async tx => {
    const { consent_version: before } = await lockUser(tx, userId);
    if (before === version) return;
    await tx.updateTable('users').set({ consent_version: version }).where('user_id', '=', userId).execute();
    await noteOwnChange(tx, userId, {
      time: new Date(clock()),
      action: 'consent give',
      before: { version: before },
      after: { version },
    });
  });
}

/** Milliseconds for which support may see the pictures after the user allows it. */
const allowedFor = 24 * 60 * 60_000;

/** When support's access to the user's pictures ends; null if support has none. `now` in milliseconds. */
export function supportUntil(user: Pick<Stored<'users'>, 'support_until'>, now: number): Date | null {
  const until = user.support_until;
  return until !== null && until.getTime() > now ? until : null;
}

/**
 * Allows support to see the user's pictures for a day, or forbids it. Returns when the permission ends; null if there
 * is none. Allowing again does not move the end, so that two tabs show the same.
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
    await noteOwnChange(tx, userId, {
      time: new Date(now),
      action: allow ? 'support allow' : 'support end',
      before: { until: before },
      after: { until },
    });
    return until;
  });
}
