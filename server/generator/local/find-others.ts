import { embedFace, isSamePerson } from '../vision/embed-face.ts';
import { findSubjects } from '../vision/find-subjects.ts';
import { problemsOfFace } from '../vision/inspect-photo.ts';
import { readPixels } from '../vision/pixels.ts';

/** Minimum face width (pixels) for a comparison. A face reduced to 30 pixels still has a likeness of 0.89 to itself. */
const LEAST_WIDTH = 36;

/**
 * For each photo after the first: true if it certainly shows a different person than the first photo, so a job would
 * ignore it. False if uncertain: no face, several faces, or a tiny or badly visible face.
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
