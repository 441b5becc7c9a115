import { beforeEach, expect } from 'vitest';
import { knownPhoto } from '../../../../src/flows/draft/known-photo.ts';
import { test } from '../../../support/api/signed-in.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';

let photos: typeof import('../../../../src/flows/photos/earlier-photos.ts');
let state: typeof import('../../../../src/state/wizard.ts');

beforeEach(async () => {
  newPhone();
  [photos, state] = await Promise.all([
    import('../../../../src/flows/photos/earlier-photos.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  state.setPhotos(['/front.jpg', '/side.jpg'].map(knownPhoto));
});

/** An earlier photo as the server lists it. */
const stored = (picUrl: string) => ({ id: picUrl, picUrl, size: 1, uploadTime: 1, eraseTime: 2 });

/** The photos of the draft, front photo first. */
const draft = () => state.wizard.photos.map(({ address }) => address);

test('an earlier photo comes after the others of the draft, until there are five', async () => {
  for (const name of ['/1.jpg', '/2.jpg', '/3.jpg', '/4.jpg']) {
    await photos.addEarlierPhoto(stored(name), 'supplementary');
  }
  expect(draft()).toEqual(['/front.jpg', '/side.jpg', '/1.jpg', '/2.jpg', '/3.jpg']);
});

test('an earlier photo that is chosen as the front photo takes the place of the one before it', async () => {
  await photos.addEarlierPhoto(stored('/1.jpg'), 'front');
  expect(draft()).toEqual(['/1.jpg', '/side.jpg']);
});
