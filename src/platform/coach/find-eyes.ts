import type { Eyes } from '../pictures/align-eyes.ts';
import { thumbnail } from '../pictures/prepare-photo.ts';
import { askCoach, coachSide } from './coach.ts';

/** Finds the eyes of the largest face. Null if there is no face, or if the coach is not available. */
export async function findEyes(picture: Blob): Promise<Eyes | null> {
  const { look } = await thumbnail(picture, 1, coachSide);
  if (!look) return null;
  const { width, height } = look;
  const { face = null } = (await askCoach(look)) ?? {};
  return face && { width, height, leftEye: face.leftEye, rightEye: face.rightEye };
}
