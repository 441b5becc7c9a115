import { beforeEach, expect, vi } from 'vitest';
import { frameFace } from '../../../../src/flows/photos/passes-coach.ts';
import { test } from '../../../support/api/signed-in.ts';
import { later } from '../../../support/later.ts';
import { cutNetwork, intercept } from '../../../support/network/network.ts';
import { aPhoto } from '../../../support/phone/choose-files.ts';
import { aFace, type FakeCoach, openFakeCoach } from '../../../support/phone/fake-coach.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { button } from '../../../support/wizard.ts';

let coach: FakeCoach;

beforeEach(() => {
  newPhone();
  coach = openFakeCoach();
});

let photos: typeof import('../../../../src/flows/photos/add-photos.ts');
let state: typeof import('../../../../src/state/wizard.ts');

async function open(): Promise<void> {
  await renderAt('/make-pic?step=front');
  await button('Add a front photo');
  const [{ openCoach }, ...modules] = await Promise.all([
    import('../../../../src/platform/coach/coach.ts'),
    import('../../../../src/flows/photos/add-photos.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  [photos, state] = modules;
  await openCoach();
}

/** Adds these photos together, and waits until each photo has the status ready, advised or refused. */
async function add(...names: string[]): Promise<void> {
  await photos.addAndUpload(await Promise.all(names.map(aPhoto)));
  await vi.waitFor(() => {
    for (const { status } of state.wizard.photos) expect(['ready', 'advised', 'refused']).toContain(status);
  });
}

/** Name, status, advice and doubt of each photo in the draft. */
const told = () =>
  state.wizard.photos.map(({ name, status, advice, doubt }) =>
    [name, status, advice, doubt].join(' ').trim(),
  );

/** Per photo, the id of an earlier photo that looks almost the same, or ''. */
const marks = () => state.wizard.photos.map(({ sameAs }) => sameAs);
const idOf = (name: string) => state.wizard.photos.find(photo => photo.name === name)!.id;

test('a front photo that the coach advises against is not uploaded, and its thumbnail shows the face', async () => {
  await open();
  coach.sees.dark = { problems: ['not_frontal', 'dark'] };
  await add('dark');

  const [photo] = state.wizard.photos;
  expect(told()).toEqual(['dark advised not_frontal']);
  expect(photo).toMatchObject({ address: null, focus: expect.stringMatching(/^\d+% \d+%$/) });
  expect(coach.shown).toEqual(['dark']);

  await photos.acceptPhoto(photo!.id);
  expect(told()).toEqual(['dark ready not_frontal']);
  expect(coach.shown).toEqual(['dark']);
});

test('a front photo with a tilted head is uploaded with a warning', async () => {
  await open();
  coach.sees.tilted = { problems: ['tilted'] };
  await add('tilted');
  expect(told()).toEqual(['tilted ready  tilted']);

  await add('fine');
  expect(told()).toEqual(['tilted ready  tilted', 'fine ready']);
});

test('a photo after the front photo only has to show exactly one face', async () => {
  await open();
  coach.sees.dark = { problems: ['face_small', 'not_frontal', 'dark', 'tilted'] };
  coach.sees.crowd = { problems: ['many_faces'] };
  coach.sees.nobody = { problems: ['no_face'], face: null };
  await add('fine');
  for (const name of ['dark', 'crowd', 'nobody']) await add(name);

  expect(told()).toEqual(['fine ready', 'dark ready', 'crowd advised many_faces', 'nobody refused no_face']);
  expect(state.wizard.photos.map(({ focus }) => focus !== '')).toEqual([true, true, true, false]);
});

test('the best of several new photos becomes the front photo; of equally good photos, the first', async () => {
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
  // The coach checks each photo only once.
  expect(coach.shown.toSorted()).toEqual(['dark', 'first', 'nobody', 'second', 'turned']);
});

test('if all new photos have problems, the photo with the least serious problem becomes the front photo', async () => {
  await open();
  coach.sees.crowd = { problems: ['many_faces'] };
  coach.sees.side = { problems: ['not_frontal', 'tilted'] };
  coach.sees.both = { problems: ['dark', 'blurred'] };
  coach.sees.dark = { problems: ['dark'] };
  await add('crowd', 'side', 'both', 'dark');

  expect(told()).toEqual(['dark advised dark', 'crowd advised many_faces', 'side ready', 'both ready']);
});

test('of two almost equal photos, the later photo is marked until the user keeps both', async () => {
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
  await vi.waitFor(() => expect(marks()).toEqual(['', one!.id, '']));
  photos.keepSame(same!.id);
  coach.sees.again = { fingerprint: 0b0011n };
  await add('again');
  await vi.waitFor(() => expect(marks().at(-1)).not.toBe(''));
  expect(marks().slice(0, 3)).toEqual(['', '', '']);

  // A photo is also marked if a similar front photo is added later.
  coach.sees.front = { fingerprint: 0b0111n };
  await photos.addFrontPhoto(await aPhoto('front'));
  await vi.waitFor(() => expect(marks().at(-1)).toBe(state.wizard.photos[0]!.id));
  expect(marks().slice(0, 3)).toEqual(['', '', '']);
});

test('when another photo becomes the front photo, the coach’s advice for the old and new one is updated', async () => {
  await open();
  const { makeFront } = await import('../../../../src/screens/make-pic/photo-choices.tsx');
  coach.sees.dark = { problems: ['dark'] };
  coach.sees.small = { problems: ['face_small'] };
  coach.sees.tilted = { problems: ['tilted'] };
  await add('dark');
  for (const name of ['small', 'tilted', 'fine']) await add(name);
  expect(told()).toEqual(['dark advised dark', 'small ready', 'tilted ready', 'fine ready']);

  await makeFront(idOf('small'));
  expect(told()).toEqual(['small advised face_small', 'dark ready', 'tilted ready', 'fine ready']);
  await makeFront(idOf('tilted'));
  expect(told()).toEqual(['tilted ready  tilted', 'small ready', 'dark ready', 'fine ready']);
  await makeFront(idOf('fine'));
  expect(told()).toEqual(['fine ready', 'tilted ready  tilted', 'small ready', 'dark ready']);
});

test('the coach checks an unchecked photo when its upload is retried', async () => {
  await open();
  const reconnect = cutNetwork();
  coach.sees.front = null;
  await photos.addAndUpload([await aPhoto('front')]);
  expect(told()).toEqual(['front failed']);

  reconnect();
  coach.sees.front = { problems: ['dark'] };
  await photos.retryPhotos(state.wizard.photos);
  expect(told()).toEqual(['front advised dark']);
});

test('running uploads continue if loading the consent fails for photos that are added later', async () => {
  await open();
  const [began, held] = [later(), later()];
  intercept(async ({ path }, send) => {
    if (path === '/v1/getOssStsInfo') {
      began.resolve();
      await held.promise;
    }
    return send();
  });
  const first = photos.addAndUpload([await aPhoto('front'), await aPhoto('side')]);
  await began.promise;
  const reconnect = cutNetwork();
  await photos.addAndUpload([await aPhoto('later')]);
  expect(told().at(-1)).toBe('later failed');

  reconnect();
  held.resolve();
  await first;
  expect(told()).toEqual(['front ready', 'side ready', 'later failed']);
});

test('offline the app does not ask for consent, because the user may already have given consent', async () => {
  const reconnect = cutNetwork();
  await open();
  await photos.addAndUpload([await aPhoto('front')]);
  expect(told()).toEqual(['front failed']);

  reconnect();
  await photos.retryPhotos(state.wizard.photos);
  expect(told()).toEqual(['front ready']);
});

test('a photo that is almost the same as a photo of an earlier visit is marked', async () => {
  coach.sees.before = { fingerprint: 0b0000n };
  coach.sees.again = { fingerprint: 0b0011n };
  await open();
  await add('before');

  await open();
  await vi.waitFor(() => expect(state.wizard).toMatchObject({ restored: true, photos: { length: 1 } }));
  await add('again');
  await vi.waitFor(() => expect(marks().at(-1)).toBe(idOf('before')));
});

const at = (x: number, y: number) => {
  const point = { x, y };
  const points = { leftEye: point, rightEye: point, nose: point, leftEar: point, rightEar: point };
  return { score: 1, x: x - 50, y: y - 50, width: 100, height: 100, ...points };
};

test.each([
  ['a wide photo is framed around its face', at(1200, 300), { width: 1440, height: 600 }, '98% 50%'],
  ['a full-length photo is framed around the head', at(300, 150), { width: 600, height: 1440 }, '50% 0%'],
  ['a photo is framed around a face far down', at(300, 1300), { width: 600, height: 1440 }, '50% 100%'],
  ['a photo shaped like its frame is shown whole', at(100, 100), { width: 600, height: 800 }, '50% 50%'],
])('%s', (_, face, size, position) => {
  expect(frameFace(face, size)).toBe(position);
});
