import type { Pic } from '../../api/jobs.ts';
import { askCoach, coachSide, isCoachReady, openCoach } from '../../platform/coach/coach.ts';
import { alignEyes, type Eyes, type Placement } from '../../platform/pictures/align-eyes.ts';
import { fetchPicture } from '../../platform/pictures/fetch-picture.ts';
import { thumbnail } from '../../platform/pictures/prepare-photo.ts';

/** The photo behind a picture. `placement` aligns the eyes of both; null if the photo fills the frame. */
export interface Comparison {
  photo: Blob;
  placement: Placement | null;
}

/** Time limit for finding the eyes, ms; after that the photo is shown unaligned. */
const patience = 4000;

/** Loads the photo and aligns it with the picture. Rejects if the photo cannot be loaded. */
export async function openComparison(photoUrl: string, pic: Pic): Promise<Comparison> {
  // The coach finds the eyes. It is not loaded if the user saves data.
  openCoach();
  const { blob: photo } = await fetchPicture(photoUrl);
  const late = new Promise<null>(resolve => setTimeout(() => resolve(null), patience));
  return { photo, placement: await Promise.race([alignOver(photo, pic).catch(() => null), late]) };
}

async function alignOver(photo: Blob, { screenUrl, picUrl, width, height }: Pic): Promise<Placement | null> {
  if (!(await isCoachReady())) return null;
  // If the browser has cached this picture without CORS, it cannot be fetched, so use the original.
  const picture = await fetchPicture(screenUrl).catch(() => fetchPicture(picUrl));
  const eyes = await findEyes(photo);
  const others = eyes && (await findEyes(picture.blob));
  return eyes && others && alignEyes(eyes, others, width / height);
}

/** Finds the eyes of the largest face. Null if there is no face, or if the coach is not available. */
async function findEyes(picture: Blob): Promise<Eyes | null> {
  const { look } = await thumbnail(picture, 1, coachSide);
  if (!look) return null;
  const { width, height } = look;
  const { face = null } = (await askCoach(look)) ?? {};
  return face && { width, height, leftEye: face.leftEye, rightEye: face.rightEye };
}
