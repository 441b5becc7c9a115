import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { aPhoto, chooseFiles } from '../../support/choose-files.ts';
import { newPhone } from '../../support/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { addFrontPhoto, button, frontPhotoIsThere, press } from '../../support/wizard.ts';

beforeEach(newPhone);

const photos = (...names: string[]) => Promise.all(names.map(name => aPhoto(`${name}.png`)));

/** A picture of a kind that this browser cannot open. */
function heic(): File {
  const bytes = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic')]);
  return new File([bytes], 'IMG_1.HEIC', { type: 'image/heic' });
}

/** Until the loading overlay is gone nothing can be pressed. */
const uploadsEnd = () => waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());

test('five photos cost one visit to the picker; another front photo is one', async () => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  expect(await chooseFiles(...(await photos('a', 'b', 'c', 'd', 'e')))).toBe(true);

  await screen.findByText('5 of 5 photos, including the front photo');
  await uploadsEnd();
  await press('Replace photo');
  expect(await chooseFiles(await aPhoto('other.png'))).toBe(false);
  await frontPhotoIsThere();
  screen.getByText('5 of 5 photos, including the front photo');
});

test('of photos that are uploaded the front one alone is a step on the way to a pic', async () => {
  await renderAt('/make-pic?step=front');
  const { takeSteps } = await import('../../../src/platform/steps.ts');
  const { wizard } = await import('../../../src/state/wizard.ts');
  await press('Add a front photo');
  await chooseFiles(...(await photos('a', 'b')));
  await waitFor(() => expect(wizard.photos.map(({ status }) => status)).toEqual(['ready', 'ready']));
  expect(takeSteps().filter(([step]) => step === 'photo')).toHaveLength(1);
});

test('another photo of those that were chosen becomes the front photo with a tap', async () => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await chooseFiles(...(await photos('a', 'b')));
  await uploadsEnd();
  const shown = () => screen.getByRole<HTMLImageElement>('img', { name: 'Front photo' });
  const choice = await screen.findByRole('button', { name: 'Use photo 2 as the front photo' });
  const before = shown().src;
  const { updatePhoto, wizard } = await import('../../../src/state/wizard.ts');
  updatePhoto(wizard.photos[1]?.id ?? '', { focus: '30% 60%' });
  await waitFor(() => expect(choice.style.getPropertyValue('--image-position')).toBe('30% 60%'));

  choice.click();

  await waitFor(() => expect(shown().src).not.toBe(before));
  await frontPhotoIsThere();
});

test('of more files than there is room for the first are added, and copies take no place', async () => {
  await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press('Add more photos');
  await chooseFiles(await aPhoto(), ...(await photos('a', 'a', 'b', 'c', 'd', 'e', 'f')));

  await screen.findByText('Up to 5 photos fit. The first 4 were added.');
  await screen.findByText('5 of 5 photos, including the front photo');
  await uploadsEnd();
  screen.getByText('5 of 5 photos, including the front photo');
  expect(screen.queryByText('You have already added this photo.')).toBeNull();
});

test('a photo that this browser cannot open is reported at once, and another one can be chosen', async () => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await chooseFiles(heic());
  const question = within(await screen.findByRole('dialog', { name: 'This photo cannot be opened here' }));
  question.getByText(/Save it as a JPEG/);
  await button('Add a front photo');

  await press('Choose another photo');
  await chooseFiles(await aPhoto());
  await frontPhotoIsThere();
});

test('a photo that cannot be opened keeps its place in the order, and takes nothing from the others', async () => {
  await renderAt('/make-pic');
  await addFrontPhoto();
  await press('Replace photo');
  await chooseFiles(heic());
  await press('Cancel');
  expect((await button(/^Continue/)).disabled).toBe(false);

  await press(/^Continue/);
  await press('Add more photos');
  await chooseFiles(await aPhoto('a.png'), heic(), await aPhoto('b.png'));
  await screen.findByRole('dialog', { name: 'Photo 2 cannot be opened here' });
  await press('Cancel');
  await screen.findByText('3 of 5 photos, including the front photo');
});

test('a page that was ended while photos were chosen says so, once', async () => {
  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull());

  await renderAt('/make-pic?step=front');
  await screen.findByText('If you had just chosen photos, please choose them again.');

  await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await frontPhotoIsThere();
  expect(screen.queryByText(/If you had just chosen/)).toBeNull();
  await renderAt('/make-pic?step=front');
  await frontPhotoIsThere();
  expect(screen.queryByText(/If you had just chosen/)).toBeNull();
});
