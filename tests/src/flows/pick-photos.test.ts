import { readFile } from 'node:fs/promises';
import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { openFakeShell, succeed } from '../../support/fake-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { frontPhotoIsThere, press } from '../../support/wizard.ts';

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
