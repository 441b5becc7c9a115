import { PIC } from '../scenes/scene.ts';
import { softBlur } from './box-blur.ts';
import { brightnessOf } from './brightness.ts';

/** Distance of the printing dots in pixels. */
const DOT_GRID = 8.5;

/** Draws dark outlines where the brightness changes (a difference of two blurs). */
export function inkOutlines(pic: Float32Array, strength: number): void {
  const brightness = brightnessOf(pic).map(value => value / 255);
  const fine = softBlur(brightness, PIC, 1);
  const coarse = softBlur(brightness, PIC, 3);

  for (let index = 0; index < fine.length; index++) {
    const edge = 14 * fine[index]! - 13 * coarse[index]!;
    if (edge >= 0.42) continue;

    const left = 1 + Math.tanh(7 * (edge - 0.42)) * strength;
    for (let channel = 0; channel < 3; channel++) pic[index * 3 + channel]! *= left;
  }
}

/** Reduces each colour to a few steps with soft borders. */
export function posterise(pic: Float32Array, steps: number): void {
  const step = 255 / (steps - 1);

  for (let index = 0; index < pic.length; index++) {
    const level = pic[index]! / step;
    const lower = Math.floor(level);
    const part = 1 / (1 + Math.exp(-9 * (level - lower - 0.5)));

    pic[index] = (lower + part) * step;
  }
}

/** Prints dots on the person, larger where it is darker. */
export function halftone(pic: Float32Array, opacity: (index: number) => number, strength: number): void {
  for (let y = 0; y < PIC.height; y++) {
    for (let x = 0; x < PIC.width; x++) {
      const index = y * PIC.width + x;
      if (opacity(index) < 0.5) continue;

      const u = (x + y) / DOT_GRID;
      const v = (x - y) / DOT_GRID;
      const distance = Math.hypot(u - Math.round(u), v - Math.round(v));
      const at = index * 3;
      const brightness = (pic[at]! + pic[at + 1]! + pic[at + 2]!) / 765;
      const paper = Math.min(1, Math.max(0, (distance - (1 - brightness) * 0.5) * 9 + 0.5));
      const left = 1 - (1 - paper) * strength;

      for (let channel = 0; channel < 3; channel++) pic[at + channel]! *= left;
    }
  }
}
