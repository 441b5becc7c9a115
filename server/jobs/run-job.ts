import { auditPhotos } from './audit-photos.ts';
import { holdLease, type Lease } from './hold-lease.ts';
import { endJob, type JobContext } from './job-context.ts';
import { closing } from './job-queue.ts';
import { makeJobPics } from './make-job-pics.ts';
import { removePicsIfGone } from './pic-storing.ts';
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
