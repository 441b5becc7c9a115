import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import type { Draft, Photo } from '../../../src/state/draft.ts';
import { test } from '../../support/api/signed-in.ts';
import { changeData, intercept, recordRequests } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { get, set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { choose } from '../../support/phone/share-sheet.ts';
import { renderAt } from '../../support/render-at.tsx';
import { photo as savedPhoto } from '../../support/saved-values.ts';
import {
  addFrontPhoto,
  button,
  chooseTemplate,
  heading,
  press,
  readyToMake,
  saveDraft,
} from '../../support/wizard.ts';

beforeEach(newPhone);

const preview = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';

/** Opens the app with a draft that has a template, a front photo and a second photo with these values. */
async function openWith(other: Partial<Photo>, path: string): Promise<void> {
  await saveDraft({ templateId: 1, templateTitle: 'Tea house' }, { address: null, preview, ...other });
  await renderAt(path);
}

const held = { status: 'advised', advice: 'many_faces' } as const;

/** Opens the app with a draft that has only a front photo, with these values. */
async function openWithFront(photo: Partial<Photo>, path: string): Promise<void> {
  const photos = [{ ...savedPhoto, address: null, preview, ...photo }];
  await set('tyy.wizard', JSON.stringify({ step: 'select', photos, templateId: 1 }));
  await renderAt(path);
}

/** Finds the question about a photo with advice, and checks its picture, reason and buttons. */
async function theQuestion() {
  const question = within(
    await screen.findByRole('dialog', { name: 'There is more than one face in this photo.' }),
  );
  question.getByRole('img', { name: 'Photo 2' });
  question.getByText('Choose a photo of just you.');
  question.getByRole('button', { name: 'Use this photo' });
  return question;
}

test.each(['Remove', 'Use this photo'])(
  '"Use template" asks about a photo with advice, and after "%s" shows the price',
  async choice => {
    await openWith(held, '/make-pic');
    await press(/^Use template/);
    await theQuestion();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await heading('Make pictures');

    await press(/^Use template/);
    await theQuestion();
    await press(choice);

    await screen.findByRole('dialog', { name: 'Make this set?' });
    expect(location.search).toBe('');
  },
);

test('"Choose a template" asks about a photo that the coach advises against, and then opens the templates', async () => {
  await openWith(held, '/make-pic?step=supplementary');
  await press('Choose a template');
  await theQuestion();
  await press('Remove');

  await heading('Make pictures');
});

test('"Continue" asks about a front photo that the coach advises against, which can be replaced but not left out', async () => {
  await openWithFront({ status: 'advised', advice: 'dark' }, '/make-pic?step=front');
  await press(/^Continue/);
  const question = within(await screen.findByRole('dialog', { name: 'Your face is too dark.' }));
  expect(question.queryByRole('button', { name: 'Remove' })).toBeNull();
  await press('Choose another');
  await chooseFiles(await aPhoto('another.png'));

  const { wizard } = await import('../../../src/state/wizard.ts');
  await waitFor(() => expect(wizard.photos).toMatchObject([{ name: 'another.png', status: 'ready' }]));
});

test('a refused front photo must be replaced before the next step or the price opens', async () => {
  await openWithFront({ status: 'refused', advice: 'no_face' }, '/make-pic');
  await press(/^Use template/);
  const question = within(await screen.findByRole('dialog', { name: 'We can’t see a face in this photo.' }));
  expect(question.queryByRole('button', { name: 'Use this photo' })).toBeNull();
  question.getByRole('button', { name: 'Choose another' });

  await renderAt('/make-pic?step=front');
  await screen.findByText('Choose one that shows your whole face.');
  expect(screen.queryByRole('button', { name: 'Use it anyway' })).toBeNull();
  for (const name of [/^Continue/, /^(See me in every template|Choose a template)$/])
    expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
});

test('the server’s advice about a front photo appears right after the upload, and the user has to confirm it only once', async () => {
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
  await screen.findByRole('dialog', { name: 'Make this set?' });
});

test('"Use template" asks about a photo that is not uploaded', async () => {
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(() => {
    throw new Error('no network');
  });
  await openWith({ status: 'failed' }, '/make-pic?template_id=29');
  await screen.findByText('Upload failed, please try again.');
  await press(/^Use template/);
  await choose('This photo isn’t uploaded yet', 'Remove');
  await screen.findByRole('dialog', { name: 'Make this set?' });
});

test('offline, a photo that is not uploaded does not prevent the user from opening the templates', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openWith({ status: 'failed' }, '/make-pic?step=supplementary');
  await press('Choose a template');

  await heading('Make pictures');
});

const question = 'Is this you too?';
const count = (photos: number) => `${photos} of 5 photos, including the front photo`;

/** True if a request compares several photos, and not only checks the front photo. */
const comparesIn = ({ path, body }: { path: string; body: string }) =>
  path === '/v1/checkPhotos' && JSON.parse(body).photos.length > 1;

async function addTwoPhotos(): Promise<void> {
  await saveDraft();
  await renderAt('/make-pic?step=supplementary');
  await press('Add more photos');
  await chooseFiles(await aPhoto('other.png'));
  await screen.findByText(count(2));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
}

/** Makes the server report another person in each photo except the first. */
function seeOthers(): void {
  changeData('checkPhotos', ({ list }) => ({
    list: list.map(check => ({ ...check, problems: [], shows_other: true })),
  }));
}

test('the app asks once about a photo that seems to show another person, and not again after "It is me"', async () => {
  seeOthers();
  await addTwoPhotos();
  const card = within(await screen.findByRole('alert'));
  card.getByText(question);
  card.getByText('Photo 2');
  await press('It’s me');
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());

  await renderAt('/make-pic?step=supplementary');
  await screen.findByText(count(2));
  await press('Choose a template');
  await heading('Make pictures');
  await chooseTemplate(1);
  await press(/^Use template/);
  await screen.findByRole('dialog', { name: 'Make this set?' });
  expect(screen.queryByText(question)).toBeNull();
});

test('a user who has not answered is asked again before the templates, and may go on', async () => {
  seeOthers();
  await addTwoPhotos();
  await screen.findByText(question);
  await press('Choose a template');
  await choose(question, 'Cancel');
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());

  await renderAt('/make-pic?step=supplementary');
  await press('Choose a template');
  await heading('Make pictures');
});

test('an API without the feature gets no request to compare photos', async () => {
  changeData('getUserInfo', user => ({
    ...user,
    features: user.features?.filter(word => word !== 'photo-check'),
  }));
  const requests = recordRequests();
  await addTwoPhotos();
  await press('Choose a template');
  await chooseTemplate(1);
  await press(/^Use template/);
  // The app waits for a comparison before this question.
  await screen.findByRole('dialog', { name: 'Make this set?' });
  expect(requests.filter(comparesIn)).toEqual([]);
});

/** Adds two photos and opens the price. The first comparison gets `first`; later ones report another person. */
async function usePhotosAfter(first: () => Promise<Response>): Promise<void> {
  const compare = vi.fn(async () => {
    const { wizard } = await import('../../../src/state/wizard.ts');
    const list = wizard.photos.map(({ address }) => ({ photo: address?.split('?')[0], shows_other: true }));
    return Response.json({ code: 0, data: { list }, message: '' });
  });
  compare.mockImplementationOnce(first);
  intercept((request, send) => (comparesIn(request) ? compare() : send()));
  await addTwoPhotos();
  await waitFor(() => expect(compare).toHaveBeenCalled());
  await press('Choose a template');
  await heading('Make pictures');
  await chooseTemplate(1);
  await press(/^Use template/);
}

test('if the first comparison of photos fails, the app compares the photos again before it shows the price', async () => {
  await usePhotosAfter(() => Promise.reject(new TypeError('no network')));
  await choose(question, 'Remove');
  await screen.findByRole('dialog', { name: 'Make this set?' });
  const { wizard } = await import('../../../src/state/wizard.ts');
  expect(wizard.photos).toHaveLength(1);
});

test('a comparison of photos that never ends does not prevent the price from appearing', async () => {
  await usePhotosAfter(() => new Promise<never>(() => {}));
  await screen.findByRole('dialog', { name: 'Make this set?' });
});

const changed = 'This was changed in another tab. Please check it again.';

/** Changes the saved draft without notifying this tab. */
async function changeInOtherTab(change: (draft: Draft) => Partial<Draft>): Promise<void> {
  const draft = JSON.parse(String(await get('tyy.wizard'))) as Draft;
  await set('tyy.wizard', JSON.stringify({ ...draft, ...change(draft) }));
}

/** Opens the question about the price; returns a function with the number of jobs that this tab has requested since. */
async function openPrice(): Promise<() => number> {
  await readyToMake();
  const requests = recordRequests();
  await press(/^Use template/);
  await button('Make my pictures');
  const { saveWizard } = await import('../../../src/state/wizard.ts');
  await saveWizard();
  return () => requests.filter(({ path }) => path === '/v1/goTrainAndGeneratePic').length;
}

const unsent = { id: 'other', status: 'uploading', address: null, preview: '' } as const;
const uploading = (photo: Photo): Photo => ({ ...photo, ...unsent });

test('if another tab has deselected the template, "Make my pictures" creates no job', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ templateId: null, templateTitle: '', templatePicUrl: '' }));

  await press('Make my pictures');

  await screen.findByText(changed);
  expect(await button(/^Use template/)).toHaveProperty('disabled', true);
  expect(screen.queryByText(/being made/)).toBeNull();
  expect(jobs()).toBe(0);
});

test('if another tab is uploading a new front photo, "Make my pictures" creates no job', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(({ photos }) => ({ photos: photos.map(uploading) }));

  await press('Make my pictures');

  await screen.findByText('This photo is no longer on your phone. Please choose it again.');
  await press('Close');
  await screen.findByText(changed);
  expect(jobs()).toBe(0);
});

test('if another tab has removed all photos, "Make my pictures" asks for a front photo', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ photos: [] }));

  await press('Make my pictures');

  await heading('Add a front photo');
  expect(jobs()).toBe(0);
});

test('if another tab has chosen another template, "Make my pictures" first shows this template’s price', async () => {
  const jobs = await openPrice();
  const made = { trainId: '7', generateId: '8' };
  await changeInOtherTab(() => ({ templateId: 4, templateTitle: 'Another one', made }));

  await press('Make my pictures');

  await screen.findByText('Another one');
  expect(jobs()).toBe(0);
  await press('Make my pictures');
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(jobs()).toBe(1);
});

test('if another tab has already created the job, "Make my pictures" asks before creating another job', async () => {
  const jobs = await openPrice();
  await changeInOtherTab(() => ({ made: { trainId: '7', generateId: '8' } }));

  await press('Make my pictures');

  await screen.findByText('You already started this set. Make another?');
  expect(jobs()).toBe(0);
  await press('Make another');
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(jobs()).toBe(1);
});

test('a change of the draft while a job is requested does not change the request', async () => {
  await openPrice();
  const requests = recordRequests();
  intercept(async ({ path }, send) => {
    if (path === '/v1/getTrainAndGenerateResultList') await changeInOtherTab(() => ({ photos: [] }));
    return send();
  });
  const { requestJob, lookOnce } = await import('../../../src/flows/jobs/request-job.ts');
  const { wizard } = await import('../../../src/state/wizard.ts');
  const addresses = wizard.photos.flatMap(({ address }) => address ?? []);

  await requestJob(1, addresses, lookOnce(1));

  expect(addresses).toHaveLength(1);
  const [sent] = requests.filter(({ path }) => path === '/v1/goTrainAndGeneratePic');
  expect(JSON.parse(sent!.body)).toMatchObject({ resource_pics: addresses });
});
