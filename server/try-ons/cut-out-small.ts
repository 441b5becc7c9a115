import { type CutOut, cutOut } from '../generator/portrait/cut-out.ts';
import { findSubjects } from '../generator/vision/find-subjects.ts';
import { MESH } from '../generator/vision/mesh-face.ts';
import { readPixels, sharpFrom } from '../generator/vision/pixels.ts';

/** Pixels between the eyes in the closest shot of a try-on, with room: a finished picture's take four times the memory. */
const mostEyeDistance = 105;

/** Cuts the person out of an encoded photo, as small as try-ons show them; rejects when it shows no face. */
export async function cutOutSmall(bytes: Uint8Array): Promise<CutOut> {
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
  return cutOut({ rgb, width, height }, { face, mesh: { ...mesh, points, depths } });
}
