import { expect, it } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { outlineOf } from '../../../server/generator/hands/paint-ground.ts';
import { layFront, type Stage } from '../../../server/generator/portrait/stage.ts';

it('draws a line around the person, and none where the foreground stands before them', async () => {
  const canvas = createCanvas(768);
  const ground = 800;
  const painter = await Painter.open(canvas);
  const [picture, alpha, body] = [painter.picture(), painter.plane(), painter.plane()];
  const front = new Uint8Array(canvas.pixels * 4);
  for (let at = 0; at < canvas.pixels; at++) {
    const [x, y] = [at % canvas.width, Math.floor(at / canvas.width)];
    alpha.data[at] = body.data[at] = x >= 240 && x < 520 ? 1 : 0;
    front[at * 4 + 3] = y >= ground ? 255 : 0;
  }
  const stage = { picture, alpha, body, face: painter.plane(), features: painter.plane(), front };
  layFront(stage as unknown as Stage, front);

  const outline = (await outlineOf(painter, stage as unknown as Stage, 4)).data;
  const darkestIn = (y: number) => Math.max(...outline.slice(y * canvas.width, (y + 1) * canvas.width));

  expect(darkestIn(ground - 1)).toBeGreaterThan(0.9);
  expect(darkestIn(ground)).toBe(0);
  expect(darkestIn(ground + 20)).toBe(0);
});
