import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import type { Photo } from '../../../src/state/draft.ts';
import { test } from '../../support/api/signed-in.ts';
import { changeData } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { photo as savedPhoto } from '../../support/saved-values.ts';
import { addFrontPhoto, chooseTemplate, heading, press, saveDraft } from '../../support/wizard.ts';

beforeEach(newPhone);

const preview = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';

/** Opens the app with a draft of a front photo, a template, and a second photo with these values. */
async function openWith(other: Partial<Photo>, path: string): Promise<void> {
  await saveDraft({ templateId: 1, templateTitle: 'Tea house' }, { address: null, preview, ...other });
  await renderAt(path);
}

const held = { status: 'advised', advice: 'many_faces' } as const;

/** Opens the app with a draft whose only photo has these values. */
async function openWithFront(photo: Partial<Photo>, path: string): Promise<void> {
  const photos = [{ ...savedPhoto, address: null, preview, ...photo }];
  await set('tyy.wizard', JSON.stringify({ step: 'select', photos, templateId: 1 }));
  await renderAt(path);
}

/** Finds the question about a held photo, and checks its picture, reason and buttons. */
async function theQuestion() {
  const question = within(
    await screen.findByRole('dialog', { name: 'There is more than one face in this photo.' }),
  );
  question.getByRole('img', { name: 'Photo 2' });
  question.getByText('Choose one with only you in it.');
  question.getByRole('button', { name: 'Use it' });
  return question;
}

test.each(['Leave it out', 'Use it'])(
  '"Use template" asks about a held photo where the user is, and after "%s" goes on to the price',
  async choice => {
    await openWith(held, '/make-pic');
    await press(/^Use template/);
    (await theQuestion()).getByRole('button', { name: 'Cancel' }).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await heading('Make picture');

    await press(/^Use template/);
    (await theQuestion()).getByRole('button', { name: choice }).click();

    await screen.findByRole('dialog', { name: 'Make your pictures?' });
    expect(location.search).toBe('');
  },
);

test('"Choose a template" asks about a held photo before it leads away', async () => {
  await openWith(held, '/make-pic?step=supplementary');
  await press('Choose a template');
  (await theQuestion()).getByRole('button', { name: 'Leave it out' }).click();

  await heading('Make picture');
});

test('"Continue" asks about a held front photo, which is replaced, not left out, where it is the only one', async () => {
  await openWithFront({ status: 'advised', advice: 'dark' }, '/make-pic?step=front');
  await press(/^Continue/);
  const question = within(await screen.findByRole('dialog', { name: 'Your face is too dark.' }));
  expect(question.queryByRole('button', { name: 'Leave it out' })).toBeNull();
  question.getByRole('button', { name: 'Choose another' }).click();
  await chooseFiles(await aPhoto('another.png'));

  const { wizard } = await import('../../../src/state/wizard.ts');
  await waitFor(() => expect(wizard.photos).toMatchObject([{ name: 'another.png', status: 'ready' }]));
});

test('with a refused photo there is no way on, neither from its step nor to the price', async () => {
  await openWithFront({ status: 'refused', advice: 'no_face' }, '/make-pic');
  await press(/^Use template/);
  const question = within(await screen.findByRole('dialog', { name: 'We cannot see a face in this photo.' }));
  expect(question.queryByRole('button', { name: 'Use it' })).toBeNull();
  question.getByRole('button', { name: 'Choose another' });

  await renderAt('/make-pic?step=front');
  await screen.findByText('Choose one that shows your whole face.');
  expect(screen.queryByRole('button', { name: 'Use it anyway' })).toBeNull();
  for (const name of [/^Continue/, /^(See myself in the styles|Choose a template)$/])
    expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
});

test('what the server sees in a front photo is said before the price; an advice is asked about once', async () => {
  changeData('checkPhotos', ({ list }) => ({
    list: list.map(check => ({ ...check, problems: ['eyes_covered'] })),
  }));
  await renderAt('/make-pic');
  await addFrontPhoto();
  await screen.findByText('Your eyes are covered.');
  screen.getByText('Your pictures will show that.');
  await press('Use it anyway');
  await waitFor(() => expect(screen.queryByText('Your eyes are covered.')).toBeNull());
  await press(/^Continue/);
  await press(/^Skip/);
  await chooseTemplate(1);
  await press(/^Use template/);
  await screen.findByRole('dialog', { name: 'Make your pictures?' });
});

test('a photo that cannot be uploaded is asked about where the user is', async () => {
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(() => {
    throw new Error('no network');
  });
  await openWith({ status: 'failed' }, '/make-pic?template_id=29');
  await screen.findByText('Upload failed, please try again.');
  await press(/^Use template/);
  const question = within(await screen.findByRole('dialog', { name: 'This photo is not uploaded yet' }));
  question.getByRole('button', { name: 'Leave it out' }).click();

  await screen.findByRole('dialog', { name: 'Make your pictures?' });
});

test('a photo that waits for the network keeps nobody from the templates', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openWith({ status: 'failed' }, '/make-pic?step=supplementary');
  await press('Choose a template');

  await heading('Make picture');
});
