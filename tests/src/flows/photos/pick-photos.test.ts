import { readFile } from 'node:fs/promises';
import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { openFakeShell, succeed } from '../../../support/fake-shell.ts';
import { portrait } from '../../../support/portrait.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { test } from '../../../support/signed-in.ts';
import { frontPhotoIsThere, press } from '../../../support/wizard.ts';

test('in a shell without a picker of its own the camera is the main choice, and opens', async () => {
  const shell = openFakeShell({
    takePhoto: async () => succeed({ pictures: { 0: await readFile(portrait, 'base64') } }),
  });
  const screen = await renderAt('/make-pic?step=front');
  await press('Add a front photo');
  const question = within(await screen.findByRole('dialog', { name: 'Where is your photo?' }));
  const choices = question
    .getAllByRole('button')
    .map(({ textContent, dataset }) => [textContent, dataset.kind]);
  expect(choices).toEqual([
    ['Take a photo', 'primary'],
    ['Choose from album', 'secondary'],
    ['Cancel', 'quiet'],
  ]);

  question.getByRole('button', { name: 'Take a photo' }).click();
  await frontPhotoIsThere();
  expect(shell.callsOf('takePhoto')).toHaveLength(1);
});

test('a file of the picker is read once, and goes up with the type of its bytes', async () => {
  const { picturesOf } = await import('../../../../src/flows/photos/pick-photos.ts');
  const { preparePhoto } = await import('../../../../src/platform/pictures/prepare-photo.ts');
  const bytes = await readFile(portrait);
  const file = new File([bytes], 'IMG_1.HEIC', { type: 'image/heic' });
  let reads = 0;
  // As some pickers of Android have it.
  file.arrayBuffer = async () => {
    if (++reads > 1) throw new DOMException('The file could not be read.', 'NotReadableError');
    return Uint8Array.from(bytes).buffer;
  };
  file.slice = () => {
    throw new DOMException('The file could not be read.', 'NotReadableError');
  };
  const [picture] = await picturesOf([file], 1);
  expect(picture).toMatchObject({ name: 'IMG_1.HEIC', type: 'image/png', size: bytes.length });
  expect((await preparePhoto(picture!)).size).toBe(bytes.length);
});
