import { beforeEach, expect, test } from 'vitest';
import { intercept } from '../../../support/network/network.ts';
import { aFace, type FakeCoach, openFakeCoach } from '../../../support/phone/fake-coach.ts';

let coach: FakeCoach;

const pic = {
  id: 1,
  picUrl: '/pic.jpg',
  screenUrl: '/screen.jpg',
  listUrl: '/list.jpg',
  width: 900,
  height: 1200,
};

beforeEach(() => {
  coach = openFakeCoach();
  intercept(async ({ path }) => {
    const name = path.slice(1).replace('.jpg', '');
    return new Response(`JPEG of a ${name}`, { headers: { 'content-type': 'image/jpeg' } });
  });
});

async function compare() {
  const { openComparison } = await import('../../../../src/flows/pics/open-comparison.ts');
  return openComparison('/photo.jpg', pic);
}

test('a photo in which the face is half as large lies over the picture eye on eye', async () => {
  coach.sees.screen = { face: { ...aFace, leftEye: { x: 330, y: 500 }, rightEye: { x: 570, y: 500 } } };
  const { photo, placement } = await compare();

  expect(await photo.text()).toBe('JPEG of a photo');
  expect(placement).toEqual({
    x: expect.closeTo(-0.5),
    y: expect.closeTo(-500 / 900),
    width: expect.closeTo(2),
    turn: 0,
  });
  expect(coach.shown).toEqual(['photo', 'screen']);
});

test('a photo in which no face is seen is shown as it is', async () => {
  coach.sees.photo = { face: null };
  const { photo, placement } = await compare();

  expect(await photo.text()).toBe('JPEG of a photo');
  expect(placement).toBeNull();
});
