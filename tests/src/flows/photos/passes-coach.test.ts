import { beforeEach, expect, vi } from 'vitest';
import { aPhoto } from '../../../support/choose-files.ts';
import { aFace, type FakeCoach, openFakeCoach } from '../../../support/fake-coach.ts';
import { newPhone } from '../../../support/new-phone.ts';
import { test } from '../../../support/signed-in.ts';
import { add, open, photos, state, told } from './coach-page.ts';

let coach: FakeCoach;

beforeEach(async () => {
  newPhone();
  coach = openFakeCoach();
});

test('a front photo that the coach advises against stays on the phone; its face is in the frame all the same', async () => {
  await open();
  coach.sees.dark = { problems: ['not_frontal', 'dark'] };
  await add('dark');

  const [photo] = state.wizard.photos;
  expect(told()).toEqual(['dark held not_frontal']);
  expect(photo).toMatchObject({ address: null, focus: expect.stringMatching(/^\d+% \d+%$/) });
  expect(coach.shown).toEqual(['dark']);

  await photos.acceptPhoto(photo!.id);
  expect(told()).toEqual(['dark ready not_frontal']);
  expect(coach.shown).toEqual(['dark']);
});

test('a front photo with a tilted head is uploaded, with a word of warning; one without fault goes without', async () => {
  await open();
  coach.sees.tilted = { problems: ['tilted'] };
  await add('tilted');
  expect(told()).toEqual(['tilted ready  tilted']);

  await add('fine');
  expect(told()).toEqual(['tilted ready  tilted', 'fine ready']);
});

test('another angle needs one face and no more', async () => {
  await open();
  coach.sees.dark = { problems: ['face_small', 'not_frontal', 'dark', 'tilted'] };
  coach.sees.crowd = { problems: ['many_faces'] };
  coach.sees.nobody = { problems: ['no_face'], face: null };
  await add('fine');
  for (const name of ['dark', 'crowd', 'nobody']) await add(name);

  expect(told()).toEqual(['fine ready', 'dark ready', 'crowd held many_faces', 'nobody refused no_face']);
  expect(state.wizard.photos.map(({ focus }) => focus !== '')).toEqual([true, true, true, false]);
});

test('a photo that the browser cannot show is refused, the first one and any other', async () => {
  await open();
  await add('damaged-front');
  await add('damaged-side');

  expect(told()).toEqual(['damaged-front refused unreadable', 'damaged-side refused unreadable']);
  expect(coach.shown).toEqual([]);
});

test('of photos that are chosen together the best is the front one, and on a tie the first', async () => {
  await open();
  const turned = { ...aFace, nose: { ...aFace.nose, x: 500 } };
  coach.sees.nobody = { problems: ['no_face'], face: null };
  coach.sees.dark = { problems: ['dark'] };
  coach.sees.turned = { face: turned };
  await add('nobody', 'dark', 'turned', 'first', 'second');

  expect(told()).toEqual([
    'first ready',
    'nobody refused no_face',
    'dark ready',
    'turned ready',
    'second ready',
  ]);
  // Each is looked at once.
  expect(coach.shown.toSorted()).toEqual(['dark', 'first', 'nobody', 'second', 'turned']);
});

test('of photos that all have faults the one whose gravest is the least becomes the front one, and is held', async () => {
  await open();
  coach.sees.crowd = { problems: ['many_faces'] };
  coach.sees.side = { problems: ['not_frontal', 'tilted'] };
  coach.sees.both = { problems: ['dark', 'blurred'] };
  coach.sees.dark = { problems: ['dark'] };
  await add('crowd', 'side', 'both', 'dark');

  expect(told()).toEqual(['dark held dark', 'crowd held many_faces', 'side ready', 'both ready']);
});

test('of two pictures that are almost the same the later is marked, until the user wants both', async () => {
  await open();
  Object.assign(coach.sees, {
    one: { fingerprint: 0b0000n },
    same: { fingerprint: 0b1111n },
    other: { fingerprint: 0b1_1111_0000n },
  });
  await add('one');
  await add('same');
  await add('other');

  const [one, same] = state.wizard.photos;
  const marks = () => state.wizard.photos.map(({ sameAs }) => sameAs);
  await vi.waitFor(() => expect(marks()).toEqual(['', one!.id, '']));
  photos.keepSame(same!.id);
  coach.sees.again = { fingerprint: 0b0011n };
  await add('again');
  await vi.waitFor(() => expect(marks().at(-1)).not.toBe(''));
  expect(marks().slice(0, 3)).toEqual(['', '', '']);

  // Also when another one that is like it comes before it.
  coach.sees.front = { fingerprint: 0b0111n };
  await photos.addFrontPhoto(await aPhoto('front'));
  await vi.waitFor(() => expect(marks().at(-1)).toBe(state.wizard.photos[0]!.id));
  expect(marks().slice(0, 3)).toEqual(['', '', '']);
});

test('a photo is not called the same as one that is held', async () => {
  await open();
  coach.sees.crowd = { problems: ['many_faces'], fingerprint: 0b0000n };
  coach.sees.like = { fingerprint: 0b0001n };
  coach.sees.other = { fingerprint: 0xffn << 40n };
  for (const name of ['front', 'crowd', 'like', 'other']) await add(name);
  const marks = () => state.wizard.photos.map(({ sameAs }) => sameAs);
  await vi.waitFor(() => expect(coach.shown).toContain('other'));
  expect(marks()).toEqual(['', '', '', '']);
});

test('another photo is judged as it becomes the front one, and the one before it is no longer held', async () => {
  await open();
  const { makeFront } = await import('../../../../src/screens/make-pic/front-choice.tsx');
  coach.sees.dark = { problems: ['dark'] };
  coach.sees.small = { problems: ['face_small'] };
  coach.sees.tilted = { problems: ['tilted'] };
  await add('dark');
  for (const name of ['small', 'tilted', 'fine']) await add(name);
  expect(told()).toEqual(['dark held dark', 'small ready', 'tilted ready', 'fine ready']);
  const idOf = (name: string) => state.wizard.photos.find(photo => photo.name === name)!.id;

  await makeFront(idOf('small'));
  expect(told()).toEqual(['small held face_small', 'dark ready', 'tilted ready', 'fine ready']);
  await makeFront(idOf('tilted'));
  expect(told()).toEqual(['tilted ready  tilted', 'small ready', 'dark ready', 'fine ready']);
  await makeFront(idOf('fine'));
  expect(told()).toEqual(['fine ready', 'tilted ready  tilted', 'small ready', 'dark ready']);
});

test('a photo whose page has gone is looked at again where its light is asked about', async () => {
  await open();
  const light = { brightness: 90, balance: 0.4 };
  coach.sees.front = { light };
  await add('front');
  const { id } = state.wizard.photos[0]!;

  await open();
  const { findingsOf, lightOf } = await import('../../../../src/flows/photos/passes-coach.ts');
  expect(await lightOf(id)).toEqual(light);
  expect(await findingsOf('of no photo')).toBeNull();
  expect(coach.shown).toEqual(['front', 'front']);
});
