import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { changeData, intercept, recordRequests } from '../../support/network/network.ts';
import { aPhoto, chooseFiles } from '../../support/phone/choose-files.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { chooseTemplate, heading, press, saveDraft } from '../../support/wizard.ts';

beforeEach(newPhone);

const question = 'Is this you too?';
const count = (photos: number) => `${photos} of 5 photos, including the front photo`;

/** True for a request that compares several photos; a check of the front photo alone is not counted. */
const comparesIn = ({ path, body }: { path: string; body: string }) =>
  path === '/v1/checkPhotos' && JSON.parse(body).photos.length > 1;

/** A server that sees another person in each photo after the first; `asked` counts the comparisons. */
function seeOthers(): { asked: () => number } {
  changeData('checkPhotos', ({ list }) => ({
    list: list.map(check => ({ ...check, problems: [], shows_other: true })),
  }));
  const requests = recordRequests();
  return { asked: () => requests.filter(comparesIn).length };
}

/** A front photo and one more, both uploaded. */
async function addTwoPhotos(): Promise<void> {
  await saveDraft();
  await renderAt('/make-pic?step=supplementary');
  await press('Add more photos');
  await chooseFiles(await aPhoto('other.png'));
  await screen.findByText(count(2));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
}

test('of somebody else among the photos it is asked mildly, and "It is me" is believed for good', async () => {
  seeOthers();
  await addTwoPhotos();
  const card = within(await screen.findByRole('alert'));
  card.getByText(question);
  card.getByText('Photo 2');
  await press('It is me');
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());

  await renderAt('/make-pic?step=supplementary');
  await screen.findByText(count(2));
  await press('Choose a template');
  await heading('Make picture');
  await chooseTemplate(1);
  await press(/^Use template/);
  await screen.findByRole('dialog', { name: 'Make your pictures?' });
  expect(screen.queryByText(question)).toBeNull();
});

test('who has not said so is asked once more before the price, and never held up', async () => {
  seeOthers();
  await addTwoPhotos();
  await screen.findByText(question);
  await press('Choose a template');
  const asked = within(await screen.findByRole('dialog', { name: question }));
  asked.getByRole('button', { name: 'Cancel' }).click();
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());

  await renderAt('/make-pic?step=supplementary');
  await press('Choose a template');
  await heading('Make picture');
});

test('without the word for it, or where it fails, nothing is asked', async () => {
  changeData('getUserInfo', user => ({
    ...user,
    features: user.features?.filter(word => word !== 'photo-check'),
  }));
  const server = seeOthers();
  await addTwoPhotos();
  await press('Choose a template');
  await heading('Make picture');
  expect(server.asked()).toBe(0);
});

/** A server that answers the first comparison with `first`, and later sees another person. */
function seeOthersAfter(first: () => Promise<Response>): void {
  let isFirst = true;
  intercept(async (request, send) => {
    if (!comparesIn(request)) return send();
    if (isFirst) {
      isFirst = false;
      return first();
    }
    const { wizard } = await import('../../../src/state/wizard.ts');
    const list = wizard.photos.map(({ address }) => ({ photo: address?.split('?')[0], shows_other: true }));
    return Response.json({ code: 0, data: { list }, message: '' });
  });
}

test('photos that were not compared when they came are compared before the price', async () => {
  const first = vi.fn(() => Promise.reject(new TypeError('no network')));
  seeOthersAfter(first);
  await addTwoPhotos();
  await waitFor(() => expect(first).toHaveBeenCalled());
  await press('Choose a template');
  await heading('Make picture');
  await chooseTemplate(1);
  await press(/^Use template/);

  const asked = within(await screen.findByRole('dialog', { name: question }));
  asked.getByRole('button', { name: 'Leave it out' }).click();
  await screen.findByRole('dialog', { name: 'Make your pictures?' });
  const { wizard } = await import('../../../src/state/wizard.ts');
  expect(wizard.photos).toHaveLength(1);
});

test('a server that compares for ever does not hold the price up', async () => {
  const first = vi.fn(() => new Promise<never>(() => {}));
  seeOthersAfter(first);
  await addTwoPhotos();
  await waitFor(() => expect(first).toHaveBeenCalled());
  await press('Choose a template');
  await heading('Make picture');
  await chooseTemplate(1);
  await press(/^Use template/);

  await screen.findByRole('dialog', { name: 'Make your pictures?' });
});
