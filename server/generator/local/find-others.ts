import { embedFace, isSamePerson } from '../vision/embed-face.ts';
import { findSubjects } from '../vision/find-subjects.ts';
import { problemsOfFace } from '../vision/inspect-photo.ts';
import { readPixels } from '../vision/pixels.ts';

/** Narrower faces, in pixels, are not compared; those of 30 and more keep a likeness of 0.89 to the large ones. */
const LEAST_WIDTH = 36;

/**
 * Which of the photos after the first surely show somebody else than the first, by the measure by which a job leaves them out.
 * Of a photo on which that cannot be told (no face or several, a tiny or a bad one) it is not said.
 */
export async function findOthers(photos: Uint8Array[]): Promise<boolean[]> {
  const [front, ...others] = photos;
  const identity = await identityOf(front!);
  const found: boolean[] = [];
  for (const photo of others) {
    const another = identity && (await identityOf(photo));
    found.push(another ? !isSamePerson(identity, another) : false);
  }
  return found;
}

async function identityOf(bytes: Uint8Array): Promise<Float32Array | null> {
  const photo = await readPixels(bytes);
  const [subject, another] = await findSubjects(photo);
  if (!subject || another || subject.face.width < LEAST_WIDTH) return null;
  const problems = await problemsOfFace(photo, subject);
  return problems.every(problem => problem === 'face_small') ? embedFace(photo, subject) : null;
}
