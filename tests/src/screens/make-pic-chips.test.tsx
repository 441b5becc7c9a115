import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import type { Template } from '../../../server/contract/templates.ts';
import type { Reading } from '../../../src/api/data.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept, stubCall } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press } from '../../support/wizard.ts';

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
