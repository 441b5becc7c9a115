import type { Box } from '../generator.ts';
import { detectFaces } from './detect-faces.ts';
import { type Pixels, readPixels } from './pixels.ts';

/** The faces in each picture, in pixels of the picture at its original size. */
export async function findFaceBoxes(pictures: { bytes: Uint8Array; width: number }[]): Promise<Box[][]> {
  const found: Box[][] = [];
  for (const { bytes, width } of pictures) {
    const pixels = await readPixels(bytes);
    found.push(await facesOf(pixels, width / pixels.width));
  }
  return found;
}

/** The faces in a picture. Coordinates are multiplied by `scale`. */
export async function facesOf(pixels: Pixels, scale: number): Promise<Box[]> {
  const faces = await detectFaces(pixels);
  return faces.map(face => ({
    x: face.x * scale,
    y: face.y * scale,
    width: face.width * scale,
    height: face.height * scale,
  }));
}
