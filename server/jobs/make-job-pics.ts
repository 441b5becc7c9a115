import { lockUser } from '../accounts/lock-user.ts';
import { callGenerator } from './call-generator.ts';
import type { Lease } from './hold-lease.ts';
import { type JobContext, readPhotos } from './job-context.ts';
import { openPicStoring, removePicsIfGone } from './pic-storing.ts';
import { jobStatus } from './status.ts';

/** Makes the pics of a job, keeps each as it is finished, and ends the job well. */
export async function makeJobPics(context: JobContext, lease: Lease): Promise<void> {
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
