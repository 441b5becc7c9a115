import type { PhotoReason } from '../contract/photo-reasons.ts';
import { type CutOut, cutOut } from '../generator/portrait/cut-out.ts';
import { findSubjects } from '../generator/vision/find-subjects.ts';
import { problemsOfFace, turnOf } from '../generator/vision/inspect-photo.ts';
import { MESH } from '../generator/vision/mesh-face.ts';
import { type Pixels, readPixels, sharpFrom } from '../generator/vision/pixels.ts';

/** Pixels between the eyes in the closest shot of a try-on, with room: a finished picture's take four times the memory. */
const mostEyeDistance = 105;

/** A photo as small as try-ons show it, and the person cut out of it. */
export interface SmallPerson {
  photo: Pixels;
  cutOut: CutOut;
  /** How far the head is turned, as `turnOf` says it, and what is against the photo as a front photo. */
  turn: number;
  problems: PhotoReason[];
}

/** Cuts the person out of an encoded photo, as small as try-ons show them; rejects when it shows no face. */
export async function cutOutSmall(bytes: Uint8Array): Promise<SmallPerson> {
  const photo = await readPixels(bytes);
  const [subject] = await findSubjects(photo);
  if (!subject) throw new Error('The photo shows no face');

  const { face, mesh } = subject;
  const left = mesh.points[MESH.leftEye]!;
  const right = mesh.points[MESH.rightEye]!;
  const scale = Math.min(1, mostEyeDistance / Math.hypot(right.x - left.x, right.y - left.y));
  const width = Math.round(photo.width * scale);
  const height = Math.round(photo.height * scale);
  const rgb = await sharpFrom(photo).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const points = mesh.points.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const depths = mesh.depths.map(depth => depth * scale);
  const small = { rgb, width, height };
  const person = { face, mesh: { ...mesh, points, depths } };
  return {
    photo: small,
    cutOut: await cutOut(small, person),
    turn: turnOf(subject),
    problems: await problemsOfFace(photo, subject),
  };
}
