import { expect, it } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { poster } from '../../../server/generator/hands/poster.ts';
import type { Stage } from '../../../server/generator/portrait/stage.ts';

const inks = ['#000000', '#404040', '#808080', '#c0c0c0', '#ffffff'] as const;
const greys = [0, 64, 128, 192, 255];
/** What paper and worn ink change of a colour, of 255. */
const texture = 14;

it('prints a plain area of a scene in one ink, never in half of two', async () => {
  const canvas = createCanvas(384);
  const painter = await Painter.open(canvas);
  const picture = painter.picture();
  const [alpha, body, face, features] = Array.from({ length: 4 }, () => painter.plane());
  // Four bands; each holds one of the shares of the pixels that steps are looked for at.
  const bands = [70, 120, 170, 220];
  const bandAt = (y: number) => Math.min(3, Math.floor((y / canvas.height) * 4));
  for (let at = 0; at < canvas.pixels; at++) {
    const grey = bands[bandAt(Math.floor(at / canvas.width))]!;
    picture.data.set([grey, grey, grey, 255], at * 4);
  }
  const front = new Uint8Array(canvas.pixels * 4);
  const stage = { picture, alpha, body, face, features, front, eyeDistance: 60, skin: [200, 150, 120] };
  const printed = await poster(inks)(painter, stage as unknown as Stage);

  // The third step is printed in lines on purpose.
  for (const band of [0, 1, 3]) {
    const y = Math.round(((band + 0.5) / 4) * canvas.height);
    const row = [...printed.subarray(y * canvas.width * 3, (y + 1) * canvas.width * 3)];
    const furthest = Math.max(...row.map(value => Math.min(...greys.map(grey => Math.abs(grey - value)))));
    expect(furthest, `band ${band}`).toBeLessThan(texture);
  }
});
