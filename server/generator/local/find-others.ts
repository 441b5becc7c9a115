import { embedFace, isSamePerson } from '../vision/embed-face.ts';
import { findSubjects } from '../vision/find-subjects.ts';
import { problemsOfFace } from '../vision/inspect-photo.ts';
import { readPixels } from '../vision/pixels.ts';

/** In pixels; narrower faces are not compared. Faces from 30 pixels on keep a likeness of 0.89 to large ones. */
const LEAST_WIDTH = 36;

/**
 * True for each further photo that surely shows another person than the first: a job would leave it out. False if
 * unsure: no face, several faces, or a tiny or bad one.
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
