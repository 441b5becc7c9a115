import { supportUntil } from '../../accounts/allow-support.ts';
import { lockUser } from '../../accounts/lock-user.ts';
import type { Queryable } from '../../db/database.ts';
import type { Stored } from '../../db/schema.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { DeskRefusal, momentCell } from '../desk-output.ts';
import { findJob } from '../find-job.ts';
import { findUser } from '../find-user.ts';
import type { Verb } from '../verb.ts';

/** A job whose user currently allows support to see its pictures. */
interface SeenJob {
  job: Stored<'jobs'>;
  pics: Stored<'pics'>[];
  until: Date;
}

/** Returns a job's pictures while its user allows that. */
export const jobPicturesVerb: Verb = {
  name: 'job pictures',
  about: 'Saves the pictures of a job as new files in this folder, if its user allows it in Settings.',
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
      // Meanwhile the user may have withdrawn permission or deleted a picture.
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

/** Existing pictures in Base64, by id. */
async function readAll(store: ObjectStore, pics: Stored<'pics'>[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { pic_id, key } of pics) {
    const object = await store.get(key);
    if (object) found.set(pic_id, Buffer.from(object.bytes).toString('base64'));
  }
  return found;
}
