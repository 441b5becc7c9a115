import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import type { Template } from '../../../server/contract/templates.ts';
import type { Reading } from '../../../src/api/data.ts';
import { test } from '../../support/api/signed-in.ts';
import {
  changeData,
  changeResponse,
  intercept,
  recordRequests,
  stubCall,
  withoutFeatures,
  withPayChannels,
} from '../../support/network/network.ts';
import { openFakeShell } from '../../support/phone/fake-shell.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { button, chooseTemplate, heading, press, readyToMake } from '../../support/wizard.ts';

/** Makes the API return these templates. Their default titles are "Style 1", "Style 2" and so on. */
function stubTemplates(templates: Reading<Partial<Template>>[]): void {
  stubCall('getTemplates', () => ({
    list: templates.map((template, place) => ({
      id: place + 1,
      title: `Style ${place + 1}`,
      pic_url: `/template-pics/${place + 1}`,
      ...template,
    })),
  }));
}

const shown = () => screen.queryAllByRole('radio').map(radio => radio.getAttribute('aria-label'));
const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search by name' });

/** Types into the search field like a phone's keyboard. */
async function type(value: string, event: { isComposing?: boolean } = {}): Promise<void> {
  const found = await field();
  found.value = value;
  fireEvent(found, new InputEvent('input', { bubbles: true, ...event }));
}

interface PageRequests {
  pages: number[];
  moments: number[];
}

/**
 * Makes the API return `most` pages of templates in the category "work". On every `every`th page, the first template is
 * in the category "comic".
 */
function stubPages(most: number, every = Number.POSITIVE_INFINITY): PageRequests {
  const requests: PageRequests = { pages: [], moments: [] };
  intercept(async ({ path, query }, send) => {
    if (path !== '/v1/getTemplates') return send();
    requests.moments.push(performance.now());
    const page = Number(query.get('cur_page'));
    requests.pages.push(page);
    const list = Array.from({ length: page > most ? 0 : 21 }, (_, place) => ({
      id: page * 100 + place,
      title: `Style ${page}-${place}`,
      pic_url: `/template-pics/${page}`,
      category: place === 0 && page % every === 1 ? 'comic' : 'work',
    }));
    return Response.json({ code: 0, data: { list }, message: '' });
  });
  return requests;
}

function expectPace(moments: number[]): void {
  for (const [place, moment] of moments.slice(1).entries())
    expect(moment - (moments[place] ?? 0)).toBeGreaterThanOrEqual(500);
}

test('a search in a category loads a page every 500 ms, and asks the user after five pages without a match', async () => {
  // Put the page's end far below the window, so that no page loads yet.
  const high = vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000);
  const { moments } = stubPages(40, 100);
  await renderAt('/make-pic');
  await waitFor(() => expect(shown().length).toBeGreaterThan(0));
  expect(moments).toHaveLength(1);

  high.mockReturnValue(0);
  await press('Comic');
  await screen.findByRole('button', { name: 'Search more' }, { timeout: 10_000 });
  expect(moments).toHaveLength(6);

  await press('Search more');
  await waitFor(() => expect(moments.length).toBeGreaterThan(6));
  await screen.findByRole('button', { name: 'Search more' }, { timeout: 10_000 });
  expect(moments).toHaveLength(11);
  expectPace(moments);
});

test('a chip shows only templates in its category or new templates, and a second tap shows all templates again', async () => {
  stubTemplates([
    { category: 'comic' },
    { category: 'work' },
    { category: 'house rules' },
    { category: 'work', is_new: true },
  ]);
  await renderAt('/make-pic');
  await waitFor(() => expect(shown()).toHaveLength(4));

  await press('Work');
  await waitFor(() => expect(shown()).toEqual(['Style 2', 'Style 4']));
  await press('New');
  await waitFor(() => expect(shown()).toEqual(['Style 4']));
  // For a category without a text in the app, the chip shows its name.
  await press('house rules');
  await waitFor(() => expect(shown()).toEqual(['Style 3']));
  await press('house rules');
  await waitFor(() => expect(shown()).toHaveLength(4));
  expect(screen.queryByRole('button', { name: 'Popular' })).toBeNull();
});

test('the chip "Most made" shows popular templates, in whatever format the API marks these', async () => {
  const marks = [true, 1, '1', 'true', false, 0, '', null, 'no', '0'];
  stubTemplates(marks.map(mark => ({ is_popular: mark as boolean })));
  await renderAt('/make-pic');
  await press('Popular');
  await waitFor(() => expect(shown()).toEqual(['Style 1', 'Style 2', 'Style 3', 'Style 4']));
});

test('forty templates without categories have neither chips nor a search field', async () => {
  stubTemplates(Array.from({ length: 40 }, () => ({})));
  await renderAt('/make-pic');
  await waitFor(() => expect(shown().length).toBeGreaterThan(0));
  expect(screen.queryByRole('list', { name: 'Template categories' })).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

/** Titles for different kinds of search. */
const titles = [
  'Café at dusk',
  '琥珀夜街',
  'Night of lanterns',
  'Smile 😀 (50 % off) [a-z]+',
  'ＷＩＤＥ',
  'عيد سعيد',
];

const many = Array.from({ length: 41 }, (_, place) => ({ title: titles[place] ?? `Style ${place + 1}` }));

test('more than forty templates can be searched by title, regardless of upper case, accents and character width', async () => {
  stubTemplates(many);
  await renderAt('/make-pic');
  const finds = {
    'CAFE ': ['Café at dusk'],
    夜街: ['琥珀夜街'],
    '  lantern   night': ['Night of lanterns'],
    wide: ['ＷＩＤＥ'],
    عيد: ['عيد سعيد'],
    '😀': ['Smile 😀 (50 % off) [a-z]+'],
    '[a-z]+': ['Smile 😀 (50 % off) [a-z]+'],
    '(': ['Smile 😀 (50 % off) [a-z]+'],
    '\\': [],
    '.*': [],
    '\ud83d': [],
    [`${'x'.repeat(10_000)}`]: [],
  };
  for (const [name, found] of Object.entries(finds)) {
    await type(name);
    await waitFor(() => expect(shown(), name.slice(0, 20)).toEqual(found));
  }
  await type('   ');
  await waitFor(() => expect(shown().length).toBeGreaterThan(1));
});

test('while the user composes a Chinese word, the search does not run and ignores keys', async () => {
  stubTemplates(many);
  await renderAt('/make-pic');
  await type('ye', { isComposing: true });
  await type('夜jie', { isComposing: true });
  const found = await field();
  for (const key of ['Enter', 'Escape', 'ArrowDown'])
    fireEvent(found, new KeyboardEvent('keydown', { key, bubbles: true, isComposing: true }));
  expect(found.value).toBe('夜jie');
  expect(shown()).toContain('Night of lanterns');
  found.value = '夜街';
  fireEvent.compositionEnd(found);
  await waitFor(() => expect(shown()).toEqual(['琥珀夜街']));
});

test('Escape clears the search field, then closes it; Enter and ArrowDown move the focus to the results', async () => {
  stubTemplates(many);
  await renderAt('/make-pic');
  const opener = await screen.findByRole('button', { name: 'Search by name' });
  opener.click();
  expect(document.activeElement).toBe(await field());
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('true'));
  for (const key of ['Enter', 'ArrowDown']) {
    await type('lantern');
    await waitFor(() => expect(shown()).toEqual(['Night of lanterns']));
    fireEvent.keyDown(await field(), { key });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Night of lanterns');
  }
  fireEvent.keyDown(await field(), { key: 'Escape' });
  await waitFor(() => expect(shown().length).toBeGreaterThan(1));
  expect((await field()).value).toBe('');
  fireEvent.keyDown(await field(), { key: 'Escape' });
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('false'));
  expect(document.activeElement).toBe(opener);
});

beforeEach(newPhone);

test('if the server refuses a job for lack of coins, the screen Subscription opens', async () => {
  await readyToMake();
  changeResponse('goTrainAndGeneratePic', () => Response.json({ code: 2218020, data: null, message: 'no' }));
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/subscription'));
});

test('if the server refuses photos, the page shows the reason and a button to change the photos', async () => {
  await readyToMake();
  const message = 'Photo 1: the face is turned away.';
  changeResponse('goTrainAndGeneratePic', () => Response.json({ code: 2218030, data: null, message }));
  await press(/^Use template/);
  await press('Make my pictures');

  await screen.findByText(message);
  await press('Change photos');
  await heading('Add a front photo');
});

test('if the server refuses a job because its template is gone, the page says so and another template can be chosen', async () => {
  await readyToMake();
  const gone = (await screen.findAllByRole<HTMLInputElement>('radio'))[1]?.getAttribute('aria-label') ?? '';
  const tile = () => screen.queryByRole('radio', { name: gone });
  expect(tile()).not.toBeNull();
  changeData('getTemplates', data => ({ ...data, list: data.list.filter(({ title }) => title !== gone) }));
  changeResponse('goTrainAndGeneratePic', () =>
    Response.json({ code: 1004, data: null, message: 'template_id names no template' }, { status: 400 }),
  );
  await press(/^Use template/);
  await press('Make my pictures');

  await screen.findByText(`“${gone}” is no longer available. Here are others like it.`);
  expect(screen.queryByText(/names no template/)).toBeNull();
  expect(tile()).toBeNull();
  expect((await use()).disabled).toBe(true);
  await chooseTemplate(2);
  expect((await use()).disabled).toBe(false);
});

/** Removes a template from the backend's list, although the backend still knows it. */
function withoutTemplate(id: number): void {
  changeData('getTemplates', data => ({ ...data, list: data.list.filter(template => template.id !== id) }));
}

const pressed = () => screen.queryAllByRole('button', { pressed: true }).map(chip => chip.textContent);
const use = () => button(/^Use template/);

test('a link to a removed template shows its name and other templates in its category', async () => {
  withoutTemplate(1);
  stubCall('getTemplate', () => ({ title: 'Tea house', category: 'art' }));
  await renderAt('/make-pic?template_id=1');

  await screen.findByText('“Tea house” is no longer available. Here are others like it.');
  await waitFor(() => expect(pressed()).toEqual(['Art']));
  expect((await use()).disabled).toBe(true);
  await press('Art');
  await waitFor(() => expect(pressed()).toEqual([]));
});

test('if the API cannot name a removed template, the message about the template has no name', async () => {
  withoutTemplate(1);
  withoutFeatures();
  const requests = recordRequests();
  await renderAt('/make-pic?template_id=1');
  await screen.findByText('This template is no longer available. Please choose another one.');
  expect(requests.filter(({ path }) => path === '/v1/getTemplate')).toEqual([]);
});

test('if the template in a link is not on the first five pages, the page asks whether to look further', async () => {
  const pages: number[] = [];
  intercept(async ({ path, query }, send) => {
    if (path !== '/v1/getTemplates') return send();
    const page = Number(query.get('cur_page'));
    pages.push(page);
    const list = Array.from({ length: 21 }, (_, place) => ({
      id: page * 100 + place,
      title: `Style ${page}-${place}`,
      pic_url: `/template-pics/${page}`,
    }));
    return Response.json({ code: 0, data: { list }, message: '' });
  });
  // Put the page's end far below the window, so that only the search loads pages.
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(50_000);
  await renderAt('/make-pic?template_id=705');

  await screen.findByText('The template of your link isn’t among the first ones.', {}, { timeout: 10_000 });
  expect(pages).toEqual([1, 2, 3, 4, 5]);
  await press('Search more');
  await heading('Add a front photo');
  await screen.findByText('Style 7-5');
  expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

function withCoins(coins: (real: number) => number): void {
  changeData('getUserInfo', user => ({ ...user, coins: coins(user.coins) }));
}

test('in a host that sells nothing, the offer of missing coins has only ads', async () => {
  withCoins(() => 5);
  withPayChannels('page');
  openFakeShell();
  await renderAt('/make-pic');

  await press('15 short');
  await screen.findByRole('button', { name: /^Watch/ });
  expect(screen.queryByRole('button', { name: /^(Get|VIP)/ })).toBeNull();
});

test('a balance that is too low, the price and the smallest sufficient pack appear before the user adds a photo', async () => {
  withCoins(() => 5);
  stubCall('getGenerateCost', () => ({ num: 205 }));
  await renderAt('/make-pic');

  await screen.findByText('Your balance: 5 gold coins');
  await screen.findByText('205 gold coins');
  await press('200 short');
  await screen.findByRole('button', { name: 'Get 300 gold coins for 28 yuan' });
  await press('Other packs');

  const pack = await screen.findByRole<HTMLInputElement>('radio', { name: /300/ });
  await waitFor(() => expect(pack.checked).toBe(true));
});

test('a balance that equals the price suffices for a job', async () => {
  withCoins(() => 20);
  const requests = recordRequests();
  await readyToMake();

  await screen.findByRole('button', { name: /20 gold coins$/ });
  expect(screen.queryByText(/short|Your balance/)).toBeNull();
  await press(/^Use template/);
  await screen.findByRole('button', { name: 'Make my pictures' });
  screen.getByText('Balance after: 0');
  expect(requests.filter(({ path }) => path === '/v1/getRechargeConfigsList')).toEqual([]);
});

test('the offer counts down the ads until the coins suffice, and then closes on the same screen', async () => {
  const shell = openFakeShell();
  // The page sees −2 coins first, and 28 after two ads.
  withCoins(real => real - 52);
  await renderAt('/make-pic');

  await press('22 short');
  await press('Watch 2 ads');
  await press('Watch 1 ad');

  await waitFor(() => expect(screen.queryByText(/short|Your balance/)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(shell.callsOf('showRewardedAd')).toHaveLength(2);
  expect(location.pathname).toBe('/tyy/make-pic');
});

test('a subscriber can make pictures even if the API does not send the price', async () => {
  changeData('getUserInfo', user => ({ ...user, vip_level: 1 }));
  stubCall('getGenerateCost', () => ({}));
  await readyToMake();
  await press(/^Use template/);
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
});

test('a user without a subscription gets an error if the price is unknown', async () => {
  stubCall('getGenerateCost', () => ({}));
  await readyToMake();
  await press(/^Use template/);
  await screen.findByText('network error');
  expect(screen.queryByRole('dialog')).toBeNull();
});
