import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { changeData, withoutFeatures } from '../../support/network/network.ts';
import { set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { photo as savedPhoto } from '../../support/saved-values.ts';
import { button, press, saveDraft } from '../../support/wizard.ts';

beforeEach(newPhone);

const tips = () => screen.queryByRole('heading', { name: 'Photo tips' });

test('without a photo, the front step shows the tips', async () => {
  await renderAt('/make-pic?step=front');
  await screen.findByRole('heading', { name: 'Photo tips' });
  screen.getByText(/^Photos of babies/);
});

test('a good front photo is praised, and the tips make room for the next steps', async () => {
  changeData('checkPhotos', ({ list }) => ({ list: list.map(check => ({ ...check, problems: [] })) }));
  await saveDraft();
  await renderAt('/make-pic?step=front');

  await screen.findByText('Great photo');
  expect(tips()).toBeNull();
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter(Boolean)).toEqual([
    'Replace photo',
    'See me in every template',
    'Continue and add more photos',
  ]);
});

test('a photo that nobody has checked is not praised', async () => {
  withoutFeatures();
  await saveDraft();
  await renderAt('/make-pic?step=front');

  await button('Replace photo');
  await waitFor(() => expect(tips()).toBeNull());
  expect(screen.queryByText('Great photo')).toBeNull();
});

test.each([
  ['advised', ['Choose another', 'Use it anyway']],
  ['refused', ['Choose another']],
  ['waiting', ['Read and agree', 'Remove']],
] as const)('of a photo that is %s, only its card offers another photo', async (status, choices) => {
  const advice = status === 'advised' ? 'dark' : status === 'refused' ? 'no_face' : '';
  const photos = [
    { ...savedPhoto, address: null, preview: 'data:image/gif;base64,R0lGODlh', status, advice },
  ];
  await set('tyy.wizard', JSON.stringify({ step: 'front', photos }));
  await renderAt('/make-pic?step=front');

  const card = await screen.findByRole('alert');
  const names = [...card.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(names).toEqual(choices);
  expect(screen.queryByRole('button', { name: 'Replace photo' })).toBeNull();
  expect((await button('See me in every template')).disabled).toBe(status !== 'advised');
  await waitFor(() => expect(tips()).not.toBeNull());
});

test('beside the only photo, the templates suggest a second one', async () => {
  await saveDraft();
  await renderAt('/make-pic');

  await press('Add a second photo: your set then shows two poses');
  await waitFor(() => expect(location.search).toBe('?step=supplementary'));
});

test('an API that draws each set from one photo suggests no second one', async () => {
  changeData('getUserInfo', user => ({ ...user, features: user.features?.filter(word => word !== 'poses') }));
  await saveDraft();
  await renderAt('/make-pic');

  await screen.findByRole('img', { name: 'Front photo' });
  await waitFor(() => expect(document.querySelector('[role=radiogroup][data-large]')).not.toBeNull());
  expect(screen.queryByText(/two poses/)).toBeNull();
});
