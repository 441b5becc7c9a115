import { lockUser } from '../accounts/lock-user.ts';
import { auditPhotos } from './audit-photos.ts';
import { callGenerator } from './call-generator.ts';
import { holdLease, type Lease } from './hold-lease.ts';
import { endJob, type JobContext, readPhotos } from './job-context.ts';
import { closing } from './job-queue.ts';
import { openPicStoring, removePicsIfGone } from './pic-storing.ts';
import { jobStatus } from './status.ts';
import { longestTrouble, mostAttempts } from './tries.ts';

/** Brings a job from whatever state it is in to its end; does nothing when it is over or another worker has it. */
export async function runJob(context: JobContext, generateId: string, signal: AbortSignal): Promise<void> {
  const lease = await holdLease(context, generateId, signal);
  if (!lease) return;

  try {
    if (lease.job.attempts > mostAttempts)
      await endJob(context, lease.job, { status: jobStatus.generateFail });
    else await proceed(context, lease);
  } catch (error) {
    if (lease.signal.reason === closing) return;
    await removePicsIfGone(context, lease.job);
    if (lease.signal.aborted) return;
    const { start_time, create_time } = lease.job;
    const since = (start_time ?? create_time).getTime();
    if (context.clock() - since > longestTrouble)
      await endJob(context, lease.job, { status: jobStatus.generateFail });
    throw error;
  } finally {
    await lease.release();
  }
}

async function proceed(context: JobContext, lease: Lease): Promise<void> {
  const { job } = lease;
  if (job.status !== jobStatus.generating && !(await auditPhotos(context, lease))) return;
  await makeJobPics(context, lease);
}

/** Makes the pics of a job, keeps each as it is finished, and ends the job well. */
async function makeJobPics(context: JobContext, lease: Lease): Promise<void> {
  const { job, signal } = lease;
  const photos = await readPhotos(context, job);
  if (photos === null) return;
  const request = {
    photos,
    templateId: job.template_id,
    count: context.picsPerJob,
    seed: job.seed,
    redo: job.redo_number,
  };
  const storing = openPicStoring(context, lease);

  const pics = await callGenerator(context, lease, async () => {
    try {
      return await context.generator.generate(request, lease.report, signal, storing.takeEach());
    } finally {
      // Whatever comes next may remove what is stored.
      await storing.settle();
    }
  });
  if (pics === null) return;
  signal.throwIfAborted();
  const rows = await storing.storeAll(pics);

  const done = await context.db.query.transaction().execute(async tx => {
    await lockUser(tx, job.user_id);
    const moved = await tx
      .updateTable('jobs')
      .set({
        status: jobStatus.generateSuccess,
        progress: 100,
        end_time: new Date(context.clock()),
        lease_until: null,
      })
      .where('generate_id', '=', job.generate_id)
      .where('status', '=', jobStatus.generating)
      .returning('generate_id')
      .executeTakeFirst();
    if (moved) await tx.insertInto('pics').values(rows).execute();
    return moved !== undefined;
  });
  if (done) context.onEnd(job, jobStatus.generateSuccess);
  else await removePicsIfGone(context, job);
}
