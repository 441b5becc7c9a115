import { beforeEach, expect, onTestFinished } from 'vitest';
import { knownPhoto, withoutSign } from '../../../../src/flows/draft/known-photo.ts';
import { newPhoto } from '../../../../src/flows/photos/add-photos.ts';
import type { Photo } from '../../../../src/state/draft.ts';
import { test } from '../../../support/api/signed-in.ts';
import { cutNetwork, recordRequests } from '../../../support/network/network.ts';
import { aPhoto } from '../../../support/phone/choose-files.ts';
import { openFakeCaches } from '../../../support/phone/fake-caches.ts';
import { openFakeCoach } from '../../../support/phone/fake-coach.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { choose } from '../../../support/phone/share-sheet.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { button } from '../../../support/wizard.ts';

beforeEach(() => {
  newPhone();
  openFakeCoach();
});

/** Makes a draft photo as an earlier page has left it. */
async function left(name: string, change: Partial<Photo>): Promise<Photo> {
  return { ...newPhoto(await aPhoto(name)), preview: '', ...change };
}

test('photos that the user shares again replace only draft photos that were never saved', async () => {
  const shared = new Response(await aPhoto('again'), { headers: { 'x-file-name': 'again' } });
  openFakeCaches({ 'tyy-shared': { '/1': shared } });
  await renderAt('/');
  const [{ addSharedPhotos }, { photoBlobs }, state] = await Promise.all([
    import('../../../../src/flows/photos/add-shared-photos.ts'),
    import('../../../../src/platform/storage/photo-blobs.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  const saved = await left('saved', { status: 'failed' });
  await photoBlobs.save(saved.id, await aPhoto('saved'));
  state.setPhotos([
    await left('uploaded', { status: 'ready', address: '/uploaded.jpg' }),
    saved,
    await left('never-saved', { status: 'failed' }),
  ]);

  await addSharedPhotos('1', { isLost: true });
  expect(state.wizard.photos.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'uploaded ready',
    'saved failed',
    'again ready',
  ]);
});

test.each([
  ['removed', false],
  ['uploaded', true],
])('a photo that is %s during the question about it is not uploaded again', async (end, goesOn) => {
  const screen = await renderAt('/make-pic?step=front');
  await button('Add a front photo');
  const [photos, { askAboutPhotos }, { wizard }] = await Promise.all([
    import('../../../../src/flows/photos/add-photos.ts'),
    import('../../../../src/flows/photos/ask-about-photos.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  const reconnect = cutNetwork();
  await photos.addAndUpload([await aPhoto()]);
  expect(wizard.photos.map(({ status }) => status)).toEqual(['failed']);
  reconnect();
  const answered = askAboutPhotos('uploaded');
  await screen.findByRole('dialog', { name: 'This photo isn’t uploaded yet' });
  await (goesOn ? photos.resumeUploads() : photos.deletePhoto(wizard.photos[0]!.id));
  const requests = recordRequests();
  await choose('This photo isn’t uploaded yet', 'Try again');

  expect(await answered).toBe(goesOn);
  if (end === 'removed') await screen.findByText(/^This photo is no longer on your phone/);
  // Allow checkPhotos, because it uploads nothing.
  expect(requests.filter(({ path }) => path !== '/v1/checkPhotos')).toEqual([]);
});

test('only one of two tabs retries a failed photo', async () => {
  await renderAt('/make-pic?step=front');
  await button('Add a front photo');
  const [photos, { uploadOf, wizard }] = await Promise.all([
    import('../../../../src/flows/photos/add-photos.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  const reconnect = cutNetwork();
  await photos.addAndUpload([await aPhoto()]);
  reconnect();
  const held = [{ name: uploadOf(wizard.photos[0]!.id) }];
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => work();
  const locks = { request, query: async () => ({ held }) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  await photos.retryPhotos(wizard.photos);
  expect(wizard.photos[0]?.status).toBe('failed');

  held.pop();
  await photos.retryPhotos(wizard.photos);
  expect(wizard.photos[0]?.status).toBe('ready');
});

/** Makes a stored photo as the app gets it from the server. */
const stored = (picUrl: string) => ({ id: picUrl, picUrl, size: 1, uploadTime: 1, eraseTime: 2 });

test('an earlier photo is added at the end if the draft is not full, or replaces the front photo', async () => {
  const [{ addEarlierPhoto }, { setPhotos, wizard }] = await Promise.all([
    import('../../../../src/screens/make-pic/photo-choices.tsx'),
    import('../../../../src/state/wizard.ts'),
  ]);
  const draft = () => wizard.photos.map(({ address }) => address);
  setPhotos(['/front.jpg', '/side.jpg'].map(knownPhoto));
  for (const name of ['/1.jpg', '/2.jpg', '/3.jpg', '/4.jpg'])
    await addEarlierPhoto(stored(name), 'supplementary');
  expect(draft()).toEqual(['/front.jpg', '/side.jpg', '/1.jpg', '/2.jpg', '/3.jpg']);

  await addEarlierPhoto(stored('/5.jpg'), 'front');
  expect(draft()).toEqual(['/5.jpg', '/side.jpg', '/1.jpg', '/2.jpg', '/3.jpg']);
});

/** Returns the index of the photo to resolve, for the scopes 'front', 'advised' and 'uploaded'. */
async function placesIn(...photos: Partial<Photo>[]): Promise<number[]> {
  const [{ placeToResolve }, { newPhoto }, { addPhoto }] = await Promise.all([
    import('../../../../src/flows/photos/place-to-resolve.ts'),
    import('../../../../src/flows/photos/add-photos.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  for (const photo of photos) addPhoto({ ...newPhoto(new File(['a'], 'a.jpg')), status: 'ready', ...photo });
  return (['front', 'advised', 'uploaded'] as const).map(placeToResolve);
}

test.each<[string, Partial<Photo>[], number[]]>([
  ['no photo if all are ready', [{}, {}], [-1, -1, -1]],
  ['a front photo with advice', [{ status: 'advised' }, {}], [0, 0, 0]],
  ['another photo with advice, but only for all photos', [{}, { status: 'advised' }], [-1, 1, 1]],
  ['a failed photo, but only before all are used', [{}, { status: 'failed' }], [-1, -1, 1]],
  ['an uploading photo, but only before all are used', [{}, {}, { status: 'uploading' }], [-1, -1, 2]],
  ['another photo that shows another person', [{}, { doubt: 'other' }], [-1, 1, 1]],
  ['no front photo that shows another person', [{ doubt: 'other' }, {}], [-1, -1, -1]],
  ['a failed photo of another person, before use', [{}, { doubt: 'other', status: 'failed' }], [-1, -1, 1]],
  ['no photo if only heads are tilted', [{ doubt: 'tilted' }, { doubt: 'tilted' }], [-1, -1, -1]],
])('the user has to resolve %s', async (_, photos, places) => {
  expect(await placesIn(...photos)).toEqual(places);
});

test.each([
  ['https://store/a_1.jpg?expires=1&sign=a', 'https://store/a_1.jpg?expires=2&sign=b'],
  ['https://store/a?OSSAccessKeyId=1&Expires=1&Signature=a', 'https://store/a?Expires=2&Signature=b'],
  ['https://store/img?id=1&X-Amz-Date=1', 'https://store/img?id=1&X-Amz-Date=2'],
])('a photo keeps its id if its signature changes: %s', (today, tomorrow) => {
  expect(knownPhoto(tomorrow).id).toBe(knownPhoto(today).id);
});

test.each([
  ['https://store/img?id=1', 'https://store/img?id=2'],
  ['https://store/photo.php?id=1&sign=a', 'https://store/photo.php?id=2&sign=a'],
  ['https://store/a.jpg?sign=a', 'https://store/b.jpg?sign=a'],
])('%s and %s are two photos', (one, other) => {
  expect(withoutSign(one)).not.toBe(withoutSign(other));
});
