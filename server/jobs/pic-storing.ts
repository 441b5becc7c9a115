import type { MadePic } from '../db/pics-table.ts';
import type { GeneratedPic, OnPic } from '../generator/generator.ts';
import { labelPic } from '../labels/label-pic.ts';
import { languageOf } from '../languages/languages.ts';
import type { Lease } from './hold-lease.ts';
import type { Job, JobContext } from './job-context.ts';
import { namePic, picsFolder } from './name-pic.ts';
import { jobStatus, withoutPics } from './status.ts';

/** Stores the pics of a job: each as soon as it is finished, and at the end what is not stored yet. */
export interface PicStoring {
  /** Takes the pics of one call of the generator, one after another, and notes those that are stored with the job. */
  takeEach(): OnPic;
  /** Resolves when none is being stored any more. */
  settle(): Promise<void>;
  /** Stores what is missing; returns the rows of all. */
  storeAll(pics: GeneratedPic[]): Promise<PicRow[]>;
}

/** A row of the table of pics. */
type PicRow = ReturnType<typeof namePic> &
  MadePic & { generate_id: string; user_id: string; position: number };

/**
 * Begins with what an earlier attempt has stored. What its user may have seen is not stored again: a model does not make
 * the same picture twice, and browsers keep the one that they know.
 */
export function openPicStoring(context: JobContext, { job, signal }: Lease): PicStoring {
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
    takeEach() {
      let next = 0;
      return pic => {
        const position = next++;
        // One that could not be stored is stored at the end, with those after it.
        last = last.then(() => storeNext(position, pic)).catch(context.onError);
      };
    },
    settle: () => last,
    async storeAll(pics) {
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

/** False where the job is over or gone, or another process has it. */
async function noteMade({ db }: JobContext, job: Job, made: MadePic[]): Promise<boolean> {
  const noted = await db.query
    .updateTable('jobs')
    .set({ made_pics: JSON.stringify(made) })
    .where('generate_id', '=', job.generate_id)
    .where('claim', '=', job.claim)
    .where('status', '=', jobStatus.generating)
    .returning('generate_id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** What was stored after the job was deleted or failed must not stay; another process may have finished it, though. */
export async function removePicsIfGone({ db, store }: JobContext, job: Job): Promise<void> {
  const kept = await db.query
    .selectFrom('jobs')
    .select('generate_id')
    .where('generate_id', '=', job.generate_id)
    .where('status', 'not in', withoutPics)
    .executeTakeFirst();
  if (!kept) await store.deletePrefix(picsFolder(job));
}
