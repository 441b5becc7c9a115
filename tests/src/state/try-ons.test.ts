import { expect, test } from 'vitest';

test('try-ons are kept for the same photo, and another photo starts without try-ons', async () => {
  const { addTryOn, markWaiting, openTryOns, tryOns, turnTryOns } = await import(
    '../../../src/state/try-ons.ts'
  );
  expect(tryOns).toEqual({ photo: null, isOn: false, isWaiting: false, pictures: {}, problems: {} });
  openTryOns('/a.jpg', true);
  addTryOn(7, '/7.jpg', []);
  addTryOn(8, '/8.jpg', ['eyes_closed']);
  markWaiting(true);
  turnTryOns(false);
  openTryOns('/a.jpg', true);
  expect(tryOns).toMatchObject({ photo: '/a.jpg', isOn: false, isWaiting: true });
  expect(tryOns.pictures).toEqual({ 7: '/7.jpg', 8: '/8.jpg' });
  expect(tryOns.problems).toEqual({ 8: ['eyes_closed'] });

  openTryOns('/b.jpg', true);
  expect(tryOns).toMatchObject({ photo: '/b.jpg', isOn: true });
  expect([tryOns.pictures, tryOns.problems]).toEqual([{}, {}]);
});
