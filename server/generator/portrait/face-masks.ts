import sharp from 'sharp';
import type { Size } from '../filters/canvas.ts';
import { BROWS, EYES, FACE_OVAL, LIPS } from '../vision/face-contours.ts';
import type { Point } from '../vision/pixels.ts';

/** Around the oval the foreground keeps this far away, in eye distances. */
const GUARD = 0.22;

/**
 * The parts of a face in a picture, soft, three bytes a pixel: red inside the oval; green on eyes, brows and lips; blue on
 * the oval with a margin. `mesh` holds the 468 points in the picture.
 */
export async function drawFaceMasks(
  { width, height }: Size,
  mesh: Point[],
  eyeDistance: number,
): Promise<Uint8Array> {
  const polygon = (part: readonly number[], colour: string, margin: number) => {
    const points = part.map(index => `${mesh[index]!.x.toFixed(1)},${mesh[index]!.y.toFixed(1)}`).join(' ');
    const stroke = `stroke="${colour}" stroke-width="${(eyeDistance * margin).toFixed(1)}"`;
    return `<polygon points="${points}" fill="${colour}" ${stroke} stroke-linejoin="round"/>`;
  };
  const features = (colour: string) =>
    [...EYES, ...BROWS, LIPS].map(part => polygon(part, colour, 0.07)).join('');
  // Colours that hold what lies below: blending them by the SVG took five times as long as all the rest.
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<clipPath id="oval">${polygon(FACE_OVAL, '#fff', 0)}</clipPath><rect width="100%" height="100%"/>` +
    `${polygon(FACE_OVAL, '#00f', GUARD * 2)}${features('#0ff')}${polygon(FACE_OVAL, '#f0f', 0)}` +
    `<g clip-path="url(#oval)">${features('#fff')}</g></svg>`;

  return sharp(Buffer.from(svg))
    .flatten()
    .blur(Math.max(0.5, eyeDistance * 0.035))
    .raw()
    .toBuffer();
}
