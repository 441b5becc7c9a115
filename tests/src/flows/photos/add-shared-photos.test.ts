import { beforeEach, expect } from 'vitest';
import { newPhoto } from '../../../../src/flows/photos/add-photos.ts';
import type { Photo } from '../../../../src/state/draft.ts';
import { test } from '../../../support/api/signed-in.ts';
import { aPhoto } from '../../../support/phone/choose-files.ts';
import { openFakeCaches } from '../../../support/phone/fake-caches.ts';
import { openFakeCoach } from '../../../support/phone/fake-coach.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';

beforeEach(() => {
  newPhone();
  openFakeCoach();
});

/** A photo of the draft after an interrupted upload. */
async function left(name: string, change: Partial<Photo>): Promise<Photo> {
  return { ...newPhoto(await aPhoto(name)), preview: '', ...change };
}

test('a share that comes again replaces the photos that were never saved, and no other', async () => {
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
