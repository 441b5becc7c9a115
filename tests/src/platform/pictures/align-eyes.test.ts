import { expect, test } from 'vitest';
import {
  alignEyes,
  type Eyes,
  fillFrame,
  type Placement,
} from '../../../../src/platform/pictures/align-eyes.ts';

const ratio = 3 / 4;

/** Makes eye positions `apart` px apart with the centre (x, y), tilted by `tilt` degrees. */
function picture(
  width: number,
  height: number,
  { x, y, apart, tilt = 0 }: { x: number; y: number; apart: number; tilt?: number },
): Eyes {
  const angle = (tilt * Math.PI) / 180;
  const [across, down] = [(Math.cos(angle) * apart) / 2, (Math.sin(angle) * apart) / 2];
  return { width, height, leftEye: { x: x - across, y: y - down }, rightEye: { x: x + across, y: y + down } };
}

/** Returns the position in the frame at which CSS and the canvas would show a point of the picture. */
function inFrame({ x, y, width, turn }: Placement, { width: whole }: Eyes, point: { x: number; y: number }) {
  const [across, down] = [(point.x * width) / whole, (point.y * width) / whole];
  return {
    x: x + across * Math.cos(turn) - down * Math.sin(turn),
    y: y + across * Math.sin(turn) + down * Math.cos(turn),
  };
}

const pic = picture(768, 1024, { x: 400, y: 420, apart: 140 });

test.each([
  ['an upright photo of another size', picture(1536, 2048, { x: 700, y: 900, apart: 330 }), pic],
  ['a wide photo', picture(2048, 1365, { x: 900, y: 500, apart: 210 }), pic],
  ['a tilted head', picture(1000, 1000, { x: 480, y: 520, apart: 170, tilt: 20 }), pic],
  [
    'a picture of another shape than the frame',
    picture(1000, 1000, { x: 480, y: 520, apart: 170 }),
    picture(1024, 1024, { x: 500, y: 400, apart: 190, tilt: 5 }),
  ],
])('the eyes of %s are placed on the eyes of the picture', (_, photo, pic) => {
  const placement = alignEyes(photo, pic, ratio)!;
  const filled = fillFrame(pic, ratio);
  for (const eye of ['leftEye', 'rightEye'] as const) {
    const at = inFrame(placement, photo, photo[eye]);
    const wanted = inFrame(filled, pic, pic[eye]);
    expect(at.x).toBeCloseTo(wanted.x, 10);
    expect(at.y).toBeCloseTo(wanted.y, 10);
  }
});

test.each([
  ['a photo whose eyes are nearly at one place', picture(768, 1024, { x: 400, y: 400, apart: 5 }), pic],
  [
    'a picture whose eyes are nearly at one place',
    picture(768, 1024, { x: 400, y: 420, apart: 140 }),
    picture(768, 1024, { x: 400, y: 400, apart: 5 }),
  ],
  ['coordinates that are not numbers', picture(768, 1024, { x: Number.NaN, y: 400, apart: 100 }), pic],
  ['a face of a crowd, seven times enlarged', picture(768, 1024, { x: 400, y: 400, apart: 20 }), pic],
  [
    'a face that would be seven times smaller',
    picture(768, 1024, { x: 400, y: 400, apart: 450 }),
    picture(768, 1024, { x: 400, y: 400, apart: 60 }),
  ],
  [
    'a face that would leave most of the frame empty',
    picture(768, 1024, { x: 384, y: 400, apart: 300 }),
    picture(768, 1024, { x: 384, y: 400, apart: 120 }),
  ],
  ['a photo with a head on its side', picture(1024, 1024, { x: 500, y: 500, apart: 100, tilt: 50 }), pic],
])('the app does not align %s', (_, photo, pic) => {
  expect(alignEyes(photo, pic, ratio)).toBeNull();
});

test.each([
  ['of the same shape', { width: 768, height: 1024 }, { x: 0, y: 0, width: 1 }],
  ['that is wider', { width: 2000, height: 1000 }, { x: -5 / 6, y: 0, width: 8 / 3 }],
  ['that is higher', { width: 500, height: 1000 }, { x: 0, y: -1 / 3, width: 1 }],
])('a picture %s fills the frame and is centred', (_, size, { x, y, width }) => {
  const filled = fillFrame(size, ratio);
  expect(filled.x).toBeCloseTo(x, 10);
  expect(filled.y).toBeCloseTo(y, 10);
  expect(filled.width).toBeCloseTo(width, 10);
  expect(filled.turn).toBe(0);
});
