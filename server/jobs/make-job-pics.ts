import { createHash } from 'node:crypto';
import { lockUser } from '../accounts/lock-user.ts';
import { picsPrefix } from '../accounts/user.ts';
import type { GeneratedPic } from '../generator/generator.ts';
import { labelPic } from '../labels/label-pic.ts';
import { languageOf } from '../languages/languages.ts';
import { callGenerator } from './call-generator.ts';
import type { Lease } from './hold-lease.ts';
import { type Job, type JobContext, readPhotos } from './job-context.ts';
import { jobStatus } from './status.ts';

/** Makes the pics of a job, keeps them and ends it well. */
export async function makeJobPics(context: JobContext, lease: Lease): Promise<void> {
  const { job, signal } = lease;
  const photos = await readPhotos(context, job);
  if (photos === null) return;
  const request = { photos, templateId: job.template_id, count: context.picsPerJob, seed: job.seed };

  const pics = await callGenerator(context, lease, () =>
    context.generator.generate(request, lease.report, signal),
  );
  if (pics === null) return;
  signal.throwIfAborted();
  const rows = await storePics(context, job, pics);

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
  else await removePicsIfDeleted(context, job);
}

async function storePics({ labels, store }: JobContext, job: Job, pics: GeneratedPic[]) {
  const rows = pics.map((pic, position) => {
    // A job always makes the same pics, so names derived from it leave no duplicates when a killed process starts over.
    const pic_id = createHash('sha256').update(`${job.generate_id}/${position}`).digest('hex').slice(0, 24);
    const key = `${picsPrefix(job.user_id)}${job.generate_id}/${pic_id}.jpg`;
    const { generate_id, user_id } = job;
    return { pic_id, generate_id, user_id, position, key, width: pic.width, height: pic.height };
  });
  await Promise.all(
    pics.map(async (pic, index) => {
      const { key, pic_id: id } = rows[index]!;
      const { bytes, type } = await labelPic(pic, { ...labels, id, language: languageOf(job.language) });
      await store.put(key, labels.sign(bytes), type);
    }),
  );
  return rows;
}

/** What was stored after the user deleted the job must not stay; another process may have finished it, though. */
export async function removePicsIfDeleted({ db, store }: JobContext, job: Job): Promise<void> {
  const kept = await db.query
    .selectFrom('jobs')
    .select('generate_id')
    .where('generate_id', '=', job.generate_id)
    .executeTakeFirst();
  if (!kept) await store.deletePrefix(`${picsPrefix(job.user_id)}${job.generate_id}/`);
}
