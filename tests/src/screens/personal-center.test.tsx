import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect } from 'vitest';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { buy } from '../../support/api/api.ts';
import { test } from '../../support/api/signed-in.ts';
import { changeData } from '../../support/network/network.ts';
import { get, set } from '../../support/phone/fake-idb.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';

beforeEach(newPhone);

test("the screen My shows the user's name and coins, and links to the user's other screens", async () => {
  const screen = await renderAt('/personal-center');
  await screen.findByText(/^Ann /);
  await screen.findByText('No VIP yet');
  await screen.findByText('50');
  for (const name of ['My pictures', 'Favourites', 'VIP', 'Coin history', 'Settings', 'Help']) {
    await screen.findByRole('link', { name });
  }
  await screen.findByRole('button', { name: 'Get coins' });
  await screen.findByText(/You have no pictures yet/);
  await userEvent.click(screen.getByRole('button', { name: 'Make my pictures' }));
  await screen.findByRole('heading', { level: 1, name: 'Make pictures' });
});

test('the screen My shows the latest pictures, and the newest picture as avatar', async ({ user }) => {
  const older = await aFinishedJob(user, 4);
  const newer = await aFinishedJob(user, 3);
  const screen = await renderAt('/personal-center');
  await screen.findByRole('heading', { name: 'Your latest pictures' });

  const shown = [newer, older].flatMap(job =>
    job.pics!.map(({ id }) => `generate_id=${job.generate_id}&pic_id=${id}`),
  );
  expect(linksToPics()).toEqual(shown.map(query => `/tyy/pic?${query}`));
  const menu = screen.getByRole('link', { name: 'My pictures' });
  const [first] = document.querySelectorAll('a[href^="/tyy/pic?"]');
  expect(first!.compareDocumentPosition(menu)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await waitFor(() => expect(avatar()?.src).toBe(newer.pics![0]!.list_url));

  const third = linksToPics()[2]!;
  document.querySelector<HTMLAnchorElement>(`a[href="${third}"]`)!.click();
  const thumb = await screen.findByRole('button', { name: 'Picture 3 of 4' });
  expect(thumb.getAttribute('aria-current')).toBe('true');
});

test('the latest favourite is the avatar if the account has none, and deleted favourites are removed', async ({
  user,
}) => {
  const [first, second] = [await aFinishedJob(user, 4), await aFinishedJob(user, 3)];
  const favourites = [first.pics![1]!, first.pics![2]!, second.pics![3]!];
  const ids = { train_id: first.train_id, generate_id: first.generate_id };
  await user.post('deleteTrainAndGenerate', { ...ids, pic_id: favourites[1]!.id });
  await save([
    { id: favourites[0]!.id, generateId: first.generate_id },
    { id: favourites[1]!.id, generateId: first.generate_id },
    { id: 'gone', generateId: 'gone' },
    favourites[2]!.id,
  ]);
  // Unlist the older set, so that the page must request its pictures separately.
  changeData('getTrainAndGenerateResultList', ({ list }) => ({
    list: list.filter(({ generate_id }) => generate_id === second.generate_id),
  }));
  const screen = await renderAt('/personal-center');
  await waitFor(() => expect(avatar()?.src).toBe(favourites[2]!.list_url));
  await waitFor(async () => expect(await get('tyy.favourites')).not.toContain('gone'));
  expect(await get('tyy.favourites')).not.toContain(favourites[1]!.id);

  await userEvent.click(screen.getByRole('link', { name: 'Favourites' }));
  await screen.findByRole('heading', { name: 'My pictures' });
  await waitFor(() =>
    expect(linksToPics()).toEqual([
      `/tyy/pic?generate_id=${second.generate_id}&pic_id=${favourites[2]!.id}`,
      `/tyy/pic?generate_id=${first.generate_id}&pic_id=${favourites[0]!.id}`,
    ]),
  );

  changeData('getUserInfo', own => ({ ...own, avatar: '/me.jpg' }));
  await renderAt('/personal-center');
  await waitFor(() => expect(avatar()?.getAttribute('src')).toBe('/me.jpg'));
});

const linksToPics = () =>
  [...document.querySelectorAll('a')]
    .filter(link => !link.closest('[hidden]'))
    .flatMap(link => link.getAttribute('href')?.match(/^\/tyy\/pic\?.*/) ?? []);

const avatar = () => document.querySelector<HTMLImageElement>('main img');

const save = (favourites: unknown[]) => set('tyy.favourites', JSON.stringify(favourites));

test('the screen My shows the newest balance each time it opens', async ({ user }) => {
  const screen = await renderAt('/personal-center');
  await screen.findByText('50');
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Settings' });

  await buy(user, 1);

  const { go } = await import('../../../src/platform/navigation.ts');
  go('/personal-center');
  await screen.findByText('150');
});
