import { beforeEach, expect } from 'vitest';
import { test } from '../../../support/api/signed-in.ts';
import { cutNetwork, recordRequests } from '../../../support/network/network.ts';
import { aPhoto } from '../../../support/phone/choose-files.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { choose } from '../../../support/phone/share-sheet.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { button } from '../../../support/wizard.ts';

beforeEach(newPhone);

/** Adds a photo whose upload fails, and asks about it; `goesOn` resolves when the question closes. */
async function askAboutFailed() {
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
  const goesOn = askAboutPhotos('uploaded');
  await screen.findByRole('dialog', { name: 'This photo is not uploaded yet' });
  return { screen, photos, wizard, goesOn };
}

test('a photo that another tab has taken out while it was asked about is said to be gone', async () => {
  const { screen, photos, wizard, goesOn } = await askAboutFailed();
  await photos.deletePhoto(wizard.photos[0]!.id);
  await choose('This photo is not uploaded yet', 'Try again');

  expect(await goesOn).toBe(false);
  await screen.findByText(/^This photo is no longer on your phone/);
});

test('a photo that was uploaded while it was asked about is not sent once more', async () => {
  const { photos, wizard, goesOn } = await askAboutFailed();
  await photos.resumeUploads();
  expect(wizard.photos[0]?.status).toBe('ready');
  const requests = recordRequests();
  await choose('This photo is not uploaded yet', 'Try again');

  expect(await goesOn).toBe(true);
  // Only the server's opinion of the photo may be requested.
  expect(requests.filter(({ path }) => path !== '/v1/checkPhotos')).toEqual([]);
});
