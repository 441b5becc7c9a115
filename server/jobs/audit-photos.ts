import { lockUser } from '../accounts/lock-user.ts';
import { refusalsAmong } from '../contract/photo-reasons.ts';
import type { RefuseReason } from '../db/schema.ts';
import { callGenerator } from './call-generator.ts';
import type { Lease } from './hold-lease.ts';
import { type Job, type JobContext, readPhotos, refuseJob } from './job-context.ts';
import { jobStatus } from './status.ts';

/** Looks at the photos of a job and moves it on; false when the job is over or gone, as everywhere below. */
export async function auditPhotos(context: JobContext, lease: Lease): Promise<boolean> {
  const { job } = lease;
  if (!(await startAudit(context, job))) return false;
  const reasons = await findProblems(context, lease);
  if (reasons === null) return false;

  if (reasons.length > 0) {
    await refuseJob(context, job, reasons);
    return false;
  }
  return startGenerating(context, job);
}

async function startAudit({ db }: JobContext, job: Job): Promise<boolean> {
  const moved = await db.query
    .updateTable('jobs')
    .set({ status: jobStatus.auditing })
    .where('generate_id', '=', job.generate_id)
    .where('status', 'in', [jobStatus.toBeAudited, jobStatus.auditing])
    .returning('generate_id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Moves the job on and remembers its photos as the user's own. */
async function startGenerating({ db, clock }: JobContext, job: Job): Promise<boolean> {
  return db.query.transaction().execute(async tx => {
    await lockUser(tx, job.user_id);
    const moved = await tx
      .updateTable('jobs')
      .set({ status: jobStatus.generating, start_time: new Date(clock()) })
      .where('generate_id', '=', job.generate_id)
      .where('status', '=', jobStatus.auditing)
      .returning('generate_id')
      .executeTakeFirst();
    if (!moved) return false;

    // The photos of a redo were not chosen by the user.
    if (job.redo_of === null)
      await tx.updateTable('users').set({ photos: job.photos }).where('user_id', '=', job.user_id).execute();
    return true;
  });
}

async function findProblems(context: JobContext, lease: Lease): Promise<RefuseReason[] | null> {
  const photos = await readPhotos(context, lease.job);
  if (photos === null) return null;

  const verdicts = await callGenerator(context, lease, () => context.generator.inspect(photos));
  if (verdicts === null) return null;
  return verdicts
    .map(({ problems }, index) => ({ index, problems: refusalsAmong(problems) }))
    .filter(({ problems }) => problems.length > 0);
}
