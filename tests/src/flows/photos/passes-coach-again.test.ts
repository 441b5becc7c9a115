import { beforeEach, expect, vi } from 'vitest';
import type { Photo } from '../../../../src/state/draft.ts';
import { aPhoto } from '../../../support/choose-files.ts';
import { type FakeCoach, openFakeCoach } from '../../../support/fake-coach.ts';
import { cutNetwork, intercept } from '../../../support/network.ts';
import { newPhone } from '../../../support/new-phone.ts';
import { test } from '../../../support/signed-in.ts';
import { add, open, photos, state, told } from './coach-page.ts';

let coach: FakeCoach;

beforeEach(() => {
  newPhone();
  coach = openFakeCoach();
});

/** Opens the wizard once more, and waits for the photos of the visit before. */
async function openAgain(count: number): Promise<void> {
  await open();
  await vi.waitFor(() => expect(state.wizard).toMatchObject({ restored: true, photos: { length: count } }));
}

const idOf = (name: string) => state.wizard.photos.find(photo => photo.name === name)?.id;
const lastMark = () => state.wizard.photos.at(-1)?.sameAs;

test('a photo that the coach did not get to is looked at when its upload is tried again', async () => {
  await open();
  const reconnect = cutNetwork();
  coach.sees.front = null;
  await photos.addAndUpload([await aPhoto('front')]);
  expect(told()).toEqual(['front failed']);

  reconnect();
  coach.sees.front = { problems: ['dark'] };
  await photos.retryPhotos(state.wizard.photos);
  expect(told()).toEqual(['front held dark']);
});

test('photos go on when consent for later ones cannot be looked up', async () => {
  await open();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const began = new Promise<void>(resolve => {
    intercept(async ({ path }, send) => {
      if (path === '/v1/getOssStsInfo') {
        resolve();
        await held;
      }
      return send();
    });
  });
  const first = photos.addAndUpload([await aPhoto('front'), await aPhoto('side')]);
  await began;
  const reconnect = cutNetwork();
  await photos.addAndUpload([await aPhoto('later')]);
  expect(told().at(-1)).toBe('later failed');

  reconnect();
  release();
  await first;
  expect(told()).toEqual(['front ready', 'side ready', 'later failed']);
});

test('nobody is asked to agree while it is not known whether they did', async () => {
  const reconnect = cutNetwork();
  await open();
  await photos.addAndUpload([await aPhoto('front')]);
  expect(told()).toEqual(['front failed']);

  reconnect();
  await photos.retryPhotos(state.wizard.photos);
  expect(told()).toEqual(['front ready']);
});

test('a photo whose page ended before its small picture was drawn has one when its upload is tried again', async () => {
  await open();
  const reconnect = cutNetwork();
  await photos.addAndUpload([await aPhoto('front')]);
  const [{ id, preview }] = state.wizard.photos as [Photo];
  expect(preview).toMatch(/^data:/);
  state.updatePhoto(id, { preview: 'blob:ended', status: 'preparing' });
  await state.saveWizard();

  await openAgain(1);
  expect(state.wizard.photos).toMatchObject([{ preview: '' }]);
  reconnect();
  await photos.retryPhotos(state.wizard.photos);
  expect(state.wizard.photos).toMatchObject([{ preview, status: 'ready' }]);
});

test('a photo that is almost the same as one of an earlier visit is marked', async () => {
  coach.sees.before = { fingerprint: 0b0000n };
  coach.sees.again = { fingerprint: 0b0011n };
  await open();
  await add('before');

  await openAgain(1);
  await add('again');
  await vi.waitFor(() => expect(lastMark()).toBe(idOf('before')));
});

test('a photo that is deleted while it is compared keeps no other from being found the same', async () => {
  coach.sees.second = { fingerprint: 0b0011n };
  coach.sees.again = { fingerprint: 0b0111n };
  await open();
  await add('first');
  await add('second');

  await openAgain(2);
  Object.defineProperty(coach.sees, 'first', {
    get() {
      photos.deletePhoto(idOf('first')!);
      return { fingerprint: 0b0001n };
    },
  });
  await add('again');
  await vi.waitFor(() => expect(lastMark()).toBe(idOf('second')));
  expect(idOf('first')).toBeUndefined();
});
