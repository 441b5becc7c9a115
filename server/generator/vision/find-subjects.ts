import { detectFaces, type Face } from './detect-faces.ts';
import { type FaceMesh, meshFace } from './mesh-face.ts';
import { type Pixels, readPixels } from './pixels.ts';

/** A detected face that the mesh network confirmed. */
export interface Subject {
  face: Face;
  mesh: FaceMesh;
}

/** Minimum score of a face mesh. The detector mistakes cats and cups of coffee for faces; the mesh network does not. */
const LOWEST_MESH_SCORE = 0.5;

/** Faces narrower than this fraction of the largest face are ignored as passers-by or pictures on a wall. */
const BYSTANDER = 0.4;

/**
 * A face counts as turned away if its nose is farther than this from the midpoint between the ears, in half ear
 * distances.
 */
const TURNED_NOSE = 0.6;

/** Minimum detector score of a face that is turned away. A drawn smiley scores at most 0.66, a profile 0.76. */
const SURE_PROFILE = 0.7;

/** The people in a photo without bystanders, the largest face first. */
export async function findSubjects(photo: Pixels): Promise<Subject[]> {
  const { subjects } = await lookForPeople(photo);
  return subjects;
}

/** `hasProfile` is true if a face is turned away too far for the mesh network. */
export async function lookForPeople(photo: Pixels): Promise<{ subjects: Subject[]; hasProfile: boolean }> {
  const subjects: Subject[] = [];
  let hasProfile = false;

  for (const face of await detectFaces(photo)) {
    const mesh = await meshFace(photo, face);
    if (mesh.score >= LOWEST_MESH_SCORE) subjects.push({ face, mesh });
    else hasProfile ||= face.score > SURE_PROFILE && Math.abs(noseAside(face)) > TURNED_NOSE;
  }

  const [largest] = subjects;
  const inFocus = subjects.filter(({ face }) => face.width > largest!.face.width * BYSTANDER);
  return { subjects: inFocus, hasProfile };
}

/** Position of the nose between the ears: −1 at the left ear, 0 in the middle, 1 at the right ear. */
function noseAside({ nose, leftEar, rightEar }: Face): number {
  const acrossX = rightEar.x - leftEar.x;
  const acrossY = rightEar.y - leftEar.y;
  const fromMiddleX = nose.x - (leftEar.x + rightEar.x) / 2;
  const fromMiddleY = nose.y - (leftEar.y + rightEar.y) / 2;

  return (2 * (fromMiddleX * acrossX + fromMiddleY * acrossY)) / Math.max(1, acrossX ** 2 + acrossY ** 2);
}

/** The number of faces in an encoded picture. */
export async function findFaces(bytes: Uint8Array): Promise<number> {
  const subjects = await findSubjects(await readPixels(bytes));
  return subjects.length;
}
