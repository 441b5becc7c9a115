import { beforeAll, describe, expect, it } from 'vitest';
import type { CutOut } from '../../../server/generator/portrait/cut-out.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { someOf } from '../../support/some-of.ts';
import { aTiltedPhoto } from './a-photo.ts';
import { type InPhoto, inPhoto, picOf } from './small-pics.ts';

/** Whether head and shoulders are seen at places around the eyes of the upright head, in eye distances. */
function shapeOf({ rgba, width, height, eyes, eyeDistance, tilt }: CutOut): boolean[] {
  const shape: boolean[] = [];
  for (let down = -2; down <= 3; down += 0.05) {
    for (let right = -2; right <= 2; right += 0.05) {
      const x = Math.round(eyes.x + (right * Math.cos(tilt) - down * Math.sin(tilt)) * eyeDistance);
      const y = Math.round(eyes.y + (right * Math.sin(tilt) + down * Math.cos(tilt)) * eyeDistance);
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      shape.push(isInside && rgba[(y * width + x) * 4 + 3]! > 127);
    }
  }
  return shape;
}

/** Degrees by which the eyes of the one face in a picture leave the horizontal. */
async function tiltIn(bytes: Uint8Array): Promise<number> {
  const [subject] = await findSubjects(await readPixels(bytes));
  const { points } = subject!.mesh;
  const [left, right] = [points[33]!, points[263]!];
  return (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
}

let upright: boolean[];
beforeAll(async () => {
  upright = shapeOf((await inPhoto(await aTiltedPhoto(0))).cutOut);
});

describe.each(someOf(1, [-25, 40, -40, -10, 10, 25]))('a photo that is tilted by %i degrees', degrees => {
  let tilted: InPhoto;
  beforeAll(async () => {
    tilted = await inPhoto(await aTiltedPhoto(degrees));
  });

  it('gives the same head and shoulders as the upright one', async () => {
    const shape = shapeOf(tilted.cutOut);
    const both = upright.filter((isSeen, at) => isSeen && shape[at]).length;
    const either = upright.filter((isSeen, at) => isSeen || shape[at]).length;
    expect(both / either).toBeGreaterThan(0.95);
  });

  it('makes an upright picture', async () => {
    const { bytes } = await picOf(tilted, 26);
    expect(Math.abs(await tiltIn(bytes))).toBeLessThan(4);
  });
});
