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

/** Finds the people whom a photo is about, the largest face first, without bystanders. */
export async function findSubjects(photo: Pixels): Promise<Subject[]> {
  const subjects: Subject[] = [];

  for (const face of await detectFaces(photo)) {
    const mesh = await meshFace(photo, face);
    if (mesh.score >= LOWEST_MESH_SCORE) subjects.push({ face, mesh });
  }

  const [largest] = subjects;
  return largest ? subjects.filter(({ face }) => face.width > largest.face.width * BYSTANDER) : [];
}

/** Counts the faces in an encoded picture. */
export async function findFaces(bytes: Uint8Array): Promise<number> {
  const subjects = await findSubjects(await readPixels(bytes));
  return subjects.length;
}
