import type { Face } from './find-faces.ts';

/** Width divided by height of the frames in which photos are shown. */
const frame = 3 / 4;

/** Where the middle of a face is in its frame, from above, where the photo leaves the choice. */
const faceHeight = 0.42;

/** The `object-position` that shows the face of a photo of this size in a frame of 3:4. */
export function frameFace(face: Face, { width, height }: { width: number; height: number }): string {
  const seenWidth = Math.min(1, (frame * height) / width);
  const seenHeight = Math.min(1, width / frame / height);
  const across = (face.x + face.width / 2) / width;
  const down = (face.y + face.height / 2) / height;
  return `${percent(across - seenWidth / 2, 1 - seenWidth)} ${percent(down - seenHeight * faceHeight, 1 - seenHeight)}`;
}

/** How much of what is cut off lies before the part that is seen. */
function percent(before: number, cut: number): string {
  const share = cut > 0 ? Math.min(1, Math.max(0, before / cut)) : 0.5;
  return `${Math.round(100 * share)}%`;
}
