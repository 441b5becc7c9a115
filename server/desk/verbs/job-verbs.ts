import { sql } from 'kysely';
import { supportUntil } from '../../accounts/consent.ts';
import { lockUser } from '../../accounts/user.ts';
import type { Queryable } from '../../db/database.ts';
import type { Stored } from '../../db/schema.ts';
import { jobStatus, unfinished } from '../../jobs/status.ts';
import { defaultLanguage } from '../../languages/languages.ts';
import { move } from '../../money/ledger.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { findJob, findUser, jobState } from '../find-user.ts';
import { onPage } from '../on-page.ts';
import { type DeskParts, DeskRefusal, momentCell, type Row, type Verb } from '../verb.ts';

const job = { name: 'job', about: 'id of the job (generate_id)' };

const statesByName: Record<string, number[]> = {
  waiting: unfinished,
  finished: [jobStatus.generateSuccess],
  failed: [jobStatus.generateFail],
  refused: [jobStatus.auditRefused],
};

export const jobVerbs: Verb[] = [
  {
    name: 'job list',
    about: 'Lists jobs, newest first.',
    example: '--state failed',
    values: [
      { name: 'state', about: `one of ${Object.keys(statesByName).join(', ')}`, flag: true, optional: true },
      { name: 'user', about: 'only jobs of this user', flag: true, optional: true },
    ],
    pages: true,
    async run(parts, request) {
      const { state, user } = request.values;
      if (state && !statesByName[state]) {
        throw new DeskRefusal(`A state is one of ${Object.keys(statesByName).join(', ')}.`);
      }
      const found = parts.db.query
        .selectFrom('jobs')
        .selectAll()
        .$if(state !== undefined, query => query.where('status', 'in', statesByName[state!]!))
        .$if(user !== undefined, query => query.where('user_id', '=', user!))
        .orderBy('position', 'desc');
      return onPage(found, request, row => jobRow(parts, row));
    },
  },
  {
    name: 'job show',
    about: 'Shows a job: its state, the reason of a failure, and its coins.',
    example: '66f0c2a1b7e94d0c8a55e1aa',
    values: [job],
    async run(parts, { values }) {
      const shown = await findJob(parts.db.query, values.job!);
      const rows = await parts.db.query
        .selectFrom('coin_statements')
        .selectAll()
        .where('user_id', '=', shown.user_id)
        .where('reference', '=', shown.generate_id)
        .orderBy('id')
        .execute();
      return {
        facts: {
          ...jobRow(parts, shown),
          photos: shown.photos.length,
          errors: shown.failures,
          starts: shown.attempts,
          redo_of: shown.redo_of,
        },
        rows: rows.map(({ time, reason, change, remaining }) => ({
          time: momentCell(time),
          reason,
          coins: change,
          balance: remaining,
        })),
      };
    },
  },
  {
    name: 'job retry',
    about: 'Makes a failed job again for free: its coins returned when it failed.',
    example: '66f0c2a1b7e94d0c8a55e1aa --reason "the generator was down"',
    values: [job],
    async plan({ db }, { values }) {
      const failed = await findFailed(db.query, values.job!);
      return `Make the job ${failed.generate_id} again, for nothing.`;
    },
    async run({ db, queue }, { values }, noteChange) {
      const facts = await db.query.transaction().execute(async tx => {
        const { user_id: userId } = await findJob(tx, values.job!);
        await lockUser(tx, userId);
        const failed = await findFailed(tx, values.job!);
        const { generate_id } = failed;
        await tx
          .updateTable('jobs')
          .set({
            status: jobStatus.toBeAudited,
            held: 0,
            progress: 0,
            failures: 0,
            attempts: 0,
            start_time: null,
            end_time: null,
            lease_until: null,
            lease_id: null,
          })
          .where('generate_id', '=', generate_id)
          .execute();
        await queue.add(tx, generate_id);
        await noteChange(tx, {
          subject: userId,
          before: { job: generate_id, state: jobState(failed) },
          after: { state: 'waiting' },
        });
        return { job: generate_id, state: 'waiting' };
      });
      queue.wake();
      return { facts };
    },
  },
  {
    name: 'job give-back',
    about: 'Gives back the coins of a finished job, once; its pictures stay.',
    example: '66f0c2a1b7e94d0c8a55e1aa --reason "a hand covers the face"',
    values: [job],
    async plan({ db }, { values }) {
      const paid = await findPaid(db.query, values.job!);
      return `Give back the ${paid.coins} coins of the job ${paid.generate_id}.`;
    },
    async run({ db, clock }, { values }, noteChange) {
      return db.query.transaction().execute(async tx => {
        const { user_id: userId } = await findJob(tx, values.job!);
        await lockUser(tx, userId);
        const { generate_id: reference, coins: change } = await findPaid(tx, values.job!);
        const time = new Date(clock());
        const coins = await move(tx, { userId, change, reason: 'operator_return', reference, time });
        await tx.updateTable('jobs').set({ remedied: true }).where('generate_id', '=', reference).execute();
        await noteChange(tx, {
          subject: userId,
          before: { job: reference, coins: coins - change },
          after: { coins },
        });
        return { facts: { job: reference, user_id: userId, coins } };
      });
    },
  },
];

async function findFailed(db: Queryable, id: string): Promise<Stored<'jobs'>> {
  const found = await findJob(db, id);
  if (found.status === jobStatus.generateFail) return found;
  throw new DeskRefusal(`The job ${id} is ${jobState(found)}: only a failed one can be made again.`);
}

/** A finished job, with the coins that the user paid and has not got back. */
async function findPaid(db: Queryable, id: string): Promise<{ generate_id: string; coins: number }> {
  const found = await findJob(db, id);
  if (found.status !== jobStatus.generateSuccess) {
    throw new DeskRefusal(
      `The job ${id} is ${jobState(found)}: coins of an unfinished one come back by themselves.`,
    );
  }
  const { coins } = await db
    .selectFrom('coin_statements')
    .select(sql<number>`coalesce(-sum(change), 0)::bigint`.as('coins'))
    .where('user_id', '=', found.user_id)
    .where('reference', '=', found.generate_id)
    .executeTakeFirstOrThrow();
  if (coins > 0) return { generate_id: found.generate_id, coins };
  throw new DeskRefusal(`No coins of the job ${id} are left to give back.`);
}

function jobRow({ findTemplate }: DeskParts, row: Stored<'jobs'>): Row {
  return {
    job: row.generate_id,
    user_id: row.user_id,
    template: findTemplate(row.template_id)?.title[defaultLanguage] ?? String(row.template_id),
    state: jobState(row),
    held: row.held,
    created: momentCell(row.create_time),
    ended: momentCell(row.end_time),
  };
}

/** A job whose user allows support to see its pictures now. */
interface SeenJob {
  job: Stored<'jobs'>;
  pics: Stored<'pics'>[];
  until: Date;
}

export const jobPicturesVerb: Verb = {
  name: 'job pictures',
  about: 'Saves the pictures of a job as new files in this folder, if the user allows it in Settings.',
  example: '66f0c2a1b7e94d0c8a55e1aa --reason "says that a hand covers the face"',
  values: [{ name: 'job', about: 'id of the job (generate_id)' }],
  async plan({ db, clock }, { values }) {
    const { job, pics, until } = await findAllowed(db.query, values.job!, clock());
    return (
      `Save the ${pics.length} pictures of the job ${job.generate_id} in this folder, ` +
      `which the user ${job.user_id} allows until ${momentCell(until)}; the look is noted.`
    );
  },
  async run({ db, clock, store }, { values }, noteChange) {
    const planned = await findAllowed(db.query, values.job!, clock());
    const bytes = await readAll(store, planned.pics);
    return db.query.transaction().execute(async tx => {
      await findUser(tx, planned.job.user_id);
      await lockUser(tx, planned.job.user_id);
      // Check again: while the pictures were read, the user may have withdrawn permission or deleted a picture.
      const { job, pics } = await findAllowed(tx, values.job!, clock());
      const seen = pics.filter(({ pic_id }) => bytes.has(pic_id)).map(({ pic_id }) => pic_id);
      if (seen.length === 0) throw new DeskRefusal('No picture could be read from the store.');
      await noteChange(tx, {
        subject: job.user_id,
        before: { job: job.generate_id },
        after: { pictures: seen },
      });
      return {
        facts: { job: job.generate_id, user_id: job.user_id, missing: pics.length - seen.length },
        files: seen.map(pic => ({ name: `${pic}.jpg`, base64: bytes.get(pic)! })),
      };
    });
  },
};

async function findAllowed(db: Queryable, id: string, now: number): Promise<SeenJob> {
  const job = await findJob(db, id);
  const until = supportUntil(await findUser(db, job.user_id), now);
  if (!until) {
    throw new DeskRefusal(
      `The user ${job.user_id} does not allow it; they can in Settings, "Let support see my pictures".`,
    );
  }
  const pics = await db
    .selectFrom('pics')
    .selectAll()
    .where('generate_id', '=', job.generate_id)
    .orderBy('position')
    .execute();
  if (pics.length === 0) throw new DeskRefusal(`The job ${id} has no pictures.`);
  return { job, pics, until };
}

/** The pictures that still exist, as Base64 by pic id. */
async function readAll(store: ObjectStore, pics: Stored<'pics'>[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { pic_id, key } of pics) {
    const object = await store.get(key);
    if (object) found.set(pic_id, Buffer.from(object.bytes).toString('base64'));
  }
  return found;
}
