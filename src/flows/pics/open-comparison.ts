import type { Pic } from '../../api/jobs.ts';
import { isCoachReady, openCoach } from '../../platform/coach/coach.ts';
import { findEyes } from '../../platform/coach/find-eyes.ts';
import { alignEyes, type Placement } from '../../platform/pictures/align-eyes.ts';
import { fetchPicture } from '../../platform/pictures/fetch-picture.ts';

/** The photo of a pic, and how it lies over it eye on eye; null: it fills the same frame, as it is. */
export interface Comparison {
  photo: Blob;
  placement: Placement | null;
}

/** So long the photo waits for the eyes to be found, ms: where they are not, it is shown without. */
const patience = 4000;

/** Loads the photo, and finds out how it lies over the pic; rejects where the photo cannot be had. */
export async function openComparison(photoUrl: string, pic: Pic): Promise<Comparison> {
  // Does nothing where its files would be dear.
  openCoach();
  const { blob: photo } = await fetchPicture(photoUrl);
  const late = new Promise<null>(resolve => setTimeout(() => resolve(null), patience));
  return { photo, placement: await Promise.race([alignOver(photo, pic).catch(() => null), late]) };
}

async function alignOver(photo: Blob, { screenUrl, picUrl, width, height }: Pic): Promise<Placement | null> {
  if (!(await isCoachReady())) return null;
  // Of another origin, the browser may keep what is on the screen without its permission to be looked into.
  const picture = await fetchPicture(screenUrl).catch(() => fetchPicture(picUrl));
  const eyes = await findEyes(photo);
  const others = eyes && (await findEyes(picture.blob));
  return eyes && others && alignEyes(eyes, others, width / height);
}
