import { vipLevelOf } from '../accounts/user.ts';
import type { Queryable } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { jobStatus } from '../jobs/status.ts';
import { DeskRefusal, momentCell, type Row } from './verb.ts';

/** Throws if the user does not exist. */
export async function findUser(db: Queryable, userId: string): Promise<Stored<'users'>> {
  const user = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!user)
    throw new DeskRefusal(`There is no user ${userId}; "user find" looks by nickname, order and receipt.`);
  return user;
}

/** A user as a report row. `now` in milliseconds. */
export function userRow(user: Stored<'users'>, now: number): Row {
  return {
    user_id: user.user_id,
    nickname: user.nickname,
    login: user.login_type,
    coins: user.coins,
    vip_until: vipLevelOf(user, now) > 0 ? momentCell(user.vip_expire_time) : null,
    since: momentCell(user.create_time),
  };
}

export async function findJob(db: Queryable, id: string): Promise<Stored<'jobs'>> {
  const found = await db
    .selectFrom('jobs')
    .selectAll()
    .where(where => where.or([where('generate_id', '=', id), where('train_id', '=', id)]))
    .executeTakeFirst();
  if (!found) throw new DeskRefusal(`There is no job ${id}; "job list" shows them.`);
  return found;
}

const states: Record<number, string> = {
  [jobStatus.toBeAudited]: 'waiting',
  [jobStatus.auditing]: 'photos are being checked',
  [jobStatus.auditRefused]: 'photos refused',
  [jobStatus.generating]: 'being made',
  [jobStatus.generateSuccess]: 'finished',
  [jobStatus.generateFail]: 'failed',
};

/** The job's state as a text, with the reasons if the job was refused or failed. */
export function jobState(
  job: Pick<Stored<'jobs'>, 'status' | 'refuse_reasons' | 'failures' | 'attempts'>,
): string {
  const state = states[job.status]!;
  if (job.status === jobStatus.auditRefused) {
    const reasons = (job.refuse_reasons ?? []).map(
      ({ index, problems }) => `photo ${index + 1}: ${problems.join(', ')}`,
    );
    return reasons.length > 0 ? `${state} (${reasons.join('; ')})` : state;
  }
  if (job.status !== jobStatus.generateFail) return state;
  return `${state} after ${job.failures} errors of the generator and ${job.attempts} starts; the coins came back`;
}
