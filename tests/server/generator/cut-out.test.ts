import { expect, it } from 'vitest';
import { cutOut } from '../../../server/generator/portrait/cut-out.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { aPhoto } from './a-photo.ts';

it('cuts along the shoulder what stands behind it, and not into what the person holds', async () => {
  const photo = await readPixels(await aPhoto());
  const [subject] = await findSubjects(photo);
  const { rgba, width, eyes } = await cutOut(photo, subject!);
  const [left, right] = [subject!.mesh.points[33]!, subject!.mesh.points[263]!];
  const x0 = (left.x + right.x) / 2 - eyes.x;
  const y0 = (left.y + right.y) / 2 - eyes.y;
  const opacityAt = ([x, y]: [number, number]) =>
    rgba[(Math.round(y - y0) * width + Math.round(x - x0)) * 4 + 3];

  const behind: [number, number][] = [
    [362, 308],
    [362, 312],
    [364, 316],
    [390, 310],
    [330, 220],
    [120, 160],
  ];
  const shoulder: [number, number][] = [
    [340, 300],
    [345, 320],
    [300, 230],
    [150, 220],
  ];
  const helmet: [number, number][] = [
    [390, 350],
    [410, 352],
    [360, 400],
    [480, 430],
  ];
  for (const place of behind) expect(opacityAt(place), `${place}`).toBeLessThan(40);
  for (const place of [...shoulder, ...helmet]) expect(opacityAt(place), `${place}`).toBeGreaterThan(215);
});
