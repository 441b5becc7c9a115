import { detectFaces, type Face } from './detect-faces.ts';
import { type FaceMesh, meshFace } from './mesh-face.ts';
import { type Pixels, readPixels } from './pixels.ts';

/** A face that the mesh confirmed. */
export interface Subject {
  face: Face;
  mesh: FaceMesh;
}

/** Below this the mesh says "no face": it rejects cats and cups of coffee that the detector takes for one. */
const LOWEST_MESH_SCORE = 0.5;

/** Faces narrower than this share of the largest one are passers-by or pictures on a wall. */
const BYSTANDER = 0.4;

/** How far from the middle between the ears the nose of a face may lie, in half ear distances, before it is turned away. */
const TURNED_NOSE = 0.6;

/** The least score of a face that is turned away: a drawn smiley gets at most 0.66, a profile 0.76. */
const SURE_PROFILE = 0.7;

/** Finds the people whom a photo is about, the largest face first, without bystanders. */
export async function findSubjects(photo: Pixels): Promise<Subject[]> {
  const { subjects } = await lookForPeople(photo);
  return subjects;
}

/** The same, and whether somebody is there whose face is turned away too far for the mesh. */
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

/** Where the nose lies along the line between the ears: −1 at the left one, 0 in the middle, 1 at the right one. */
function noseAside({ nose, leftEar, rightEar }: Face): number {
  const acrossX = rightEar.x - leftEar.x;
  const acrossY = rightEar.y - leftEar.y;
  const fromMiddleX = nose.x - (leftEar.x + rightEar.x) / 2;
  const fromMiddleY = nose.y - (leftEar.y + rightEar.y) / 2;

  return (2 * (fromMiddleX * acrossX + fromMiddleY * acrossY)) / Math.max(1, acrossX ** 2 + acrossY ** 2);
}

/** Counts the faces in an encoded picture. */
export async function findFaces(bytes: Uint8Array): Promise<number> {
  const subjects = await findSubjects(await readPixels(bytes));
  return subjects.length;
}
