import type { Selectable } from 'kysely';
import type { RejectReason } from '../contract/jobs.ts';
import { limits } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';
import type { JobsTable } from '../db/schema.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** What finding the photos needs; `remoteGenerator` is null for the embedded one, which may compare faces or not. */
export interface PhotosForRedoParts {
  config: { remoteGenerator: object | null; faceMatch: boolean };
  db: Database;
  store: ObjectStore;
}

/** How many of a user's latest jobs are looked through. */
const mostJobs = 20;

/**
 * The keys of the photos for a redo: those of the job that are still stored, and where its pics are not like the user, up to
 * five in all, others that passed the review in the user's latest jobs. The embedded generator alone gets these, where it
 * leaves out who is not the person of the front photo, as a model elsewhere would not. Empty when the front photo is gone.
 */
export async function photosForRedo(
  { config, db, store }: PhotosForRedoParts,
  { photos, user_id }: Selectable<JobsTable>,
  reason: RejectReason,
): Promise<string[]> {
  const wantsOthers = reason === 'not-like-me' && config.remoteGenerator === null && config.faceMatch;
  const others = wantsOthers ? await reviewedPhotos(db, user_id) : [];
  const keys = [...new Set([...photos, ...others])];
  const heads = await Promise.all(keys.map(key => store.head(key)));
  // The same photo may have been uploaded twice.
  const isFirst = (index: number) => heads.findIndex(head => head?.etag === heads[index]?.etag) === index;
  const stored = keys.filter((_, index) => heads[index] && isFirst(index));
  return heads[0] ? stored.slice(0, limits.photos) : [];
}

async function reviewedPhotos(db: Database, userId: string): Promise<string[]> {
  const jobs = await db.query
    .selectFrom('jobs')
    .select('photos')
    .where('user_id', '=', userId)
    .where('start_time', 'is not', null)
    .orderBy('position', 'desc')
    .limit(mostJobs)
    .execute();
  return jobs.flatMap(({ photos }) => photos);
}
