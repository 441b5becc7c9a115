import { lockUser } from '../accounts/user.ts';
import { refusalsAmong } from '../contract/photo-reasons.ts';
import type { MadePic, RefuseReason } from '../db/schema.ts';
import { type GeneratedPic, GeneratorGaveUp, type OnPic } from '../generator/generator.ts';
import { labelPic } from '../labels/label-pic.ts';
import { languageOf } from '../languages/languages.ts';
import {
  closing,
  endJob,
  type Job,
  type JobContext,
  keepLease,
  type Lease,
  longestTrouble,
  mostAttempts,
  mostFailures,
  readPhotos,
  refuseJob,
} from './job-context.ts';
import { jobStatus, namePic, picsFolder, withoutPics } from './status.ts';

type PicRow = ReturnType<typeof namePic> &
  MadePic & { generate_id: string; user_id: string; position: number };

/** Continues a job from its current status to its end. No effect if the job is over or another worker has it. */
export async function runJob(context: JobContext, generateId: string, signal: AbortSignal): Promise<void> {
  const lease = await keepLease(context, generateId, signal);
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
      // Wait for all storing to end, because the next steps may delete the pics.
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

/** Checks a job's photos and sets its next status. False if the job is over or gone. */
async function auditPhotos(context: JobContext, lease: Lease): Promise<boolean> {
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

    // Do not save a redo's photos as the user's choice: the server may have chosen them.
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

/** Calls the generator until it succeeds. After too many failures, or if it gave up, ends the job and returns null. */
async function callGenerator<Result>(
  context: JobContext,
  { job, signal }: Lease,
  call: () => Promise<Result>,
): Promise<Result | null> {
  for (let { failures } = job; failures < mostFailures; ) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      context.onError(error);
      failures = error instanceof GeneratorGaveUp ? mostFailures : failures + 1;
      await context.db.query
        .updateTable('jobs')
        .set({ failures })
        .where('generate_id', '=', job.generate_id)
        .execute();
    }
  }
  await endJob(context, job, { status: jobStatus.generateFail });
  return null;
}

/** Continues after the pics of an earlier attempt: a model never makes the same picture twice. */
function openPicStoring(context: JobContext, { job, signal }: Lease) {
  const stored: MadePic[] = [...job.made_pics];
  let last = Promise.resolve();

  async function storeNext(position: number, pic: GeneratedPic): Promise<void> {
    if (position !== stored.length || signal.aborted) return;
    await storePic(context, job, position, pic);
    const { width, height } = pic;
    if (await noteMade(context, job, [...stored, { width, height }])) stored.push({ width, height });
    else await removePicsIfGone(context, job);
  }

  return {
    /** Call this before each generator call. The returned function stores pics in order. */
    takeEach(): OnPic {
      let next = 0;
      return pic => {
        const position = next++;
        // If this fails, `storeAll` stores this pic and the following ones at the end.
        last = last.then(() => storeNext(position, pic)).catch(context.onError);
      };
    },
    settle: () => last,
    /** Stores the pics that could not be stored at once. */
    async storeAll(pics: GeneratedPic[]): Promise<PicRow[]> {
      await Promise.all(
        pics.map(async (pic, position) => {
          if (position >= stored.length) await storePic(context, job, position, pic);
        }),
      );
      return pics.map((pic, position) => {
        const { width, height } = stored[position] ?? pic;
        const { generate_id, user_id } = job;
        return { ...namePic(job, position), generate_id, user_id, position, width, height };
      });
    },
  };
}

async function storePic({ labels, store }: JobContext, job: Job, position: number, pic: GeneratedPic) {
  const { key, pic_id: id } = namePic(job, position);
  const { bytes, type } = await labelPic(pic, { ...labels, id, language: languageOf(job.language) });
  await store.put(key, labels.sign(bytes), type);
}

/** Saves the sizes of the stored pics with the job. False if the job is over or gone, or another process has it. */
async function noteMade({ db }: JobContext, job: Job, made: MadePic[]): Promise<boolean> {
  const noted = await db.query
    .updateTable('jobs')
    .set({ made_pics: JSON.stringify(made) })
    .where('generate_id', '=', job.generate_id)
    .where('lease_id', '=', job.lease_id)
    .where('status', '=', jobStatus.generating)
    .returning('generate_id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Deletes pics stored after the job was deleted or failed, unless another process finished the job. */
async function removePicsIfGone({ db, store }: JobContext, job: Job): Promise<void> {
  const kept = await db.query
    .selectFrom('jobs')
    .select('generate_id')
    .where('generate_id', '=', job.generate_id)
    .where('status', 'not in', withoutPics)
    .executeTakeFirst();
  if (!kept) await store.deletePrefix(picsFolder(job));
}
