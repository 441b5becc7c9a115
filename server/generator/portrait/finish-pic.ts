import { createRandom } from '../scenes/random.ts';
import { type Finish, PIC } from '../scenes/scene.ts';
import { paint } from './paint.ts';
import { halftone, inkOutlines, posterise } from './print-effects.ts';

/** Works over the person and the scene together, before the foreground is laid on top. */
export function workOver(pic: Float32Array, person: Uint8Array, finish: Finish): Float32Array {
  const worked = finish.paint ? paint(pic, finish.paint) : pic;

  if (finish.ink) inkOutlines(worked, finish.ink);
  if (finish.poster) posterise(worked, finish.poster);
  if (finish.halftone) halftone(worked, index => person[index * 4 + 3]! / 255, finish.halftone);

  return worked;
}

/** Lays the foreground (four bytes a pixel) on top. */
export function layOver(pic: Float32Array, front: Uint8Array): void {
  for (let index = 0; index < PIC.width * PIC.height; index++) {
    const opacity = front[index * 4 + 3]! / 255;
    if (opacity === 0) continue;

    for (let channel = 0; channel < 3; channel++) {
      const at = index * 3 + channel;
      pic[at] = pic[at]! * (1 - opacity) + front[index * 4 + channel]! * opacity;
    }
  }
}

/** Darkens the corners, strews grain and rounds to bytes. */
export function develop(pic: Float32Array, { vignette = 0, grain = 0 }: Finish, seed: number): Uint8Array {
  const bytes = new Uint8ClampedArray(pic.length);
  const random = createRandom(seed);

  for (let y = 0; y < PIC.height; y++) {
    for (let x = 0; x < PIC.width; x++) {
      const distance = (x / PIC.width - 0.5) ** 2 + (y / PIC.height - 0.5) ** 2;
      const brightness = 1 - vignette * distance * 1.4;
      const speck = grain ? (random.next() - 0.5) * 2 * grain : 0;
      const at = (y * PIC.width + x) * 3;

      for (let channel = 0; channel < 3; channel++) {
        bytes[at + channel] = pic[at + channel]! * brightness + speck;
      }
    }
  }

  return new Uint8Array(bytes.buffer);
}
