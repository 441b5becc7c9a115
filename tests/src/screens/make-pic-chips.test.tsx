import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import type { Template } from '../../../server/contract/templates.ts';
import type { Reading } from '../../../src/api/data.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept, stubCall } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press } from '../../support/wizard.ts';

/** Gives the page these templates. The default titles are "Style 1", "Style 2" and so on. */
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

/** Types as the keyboard of a phone does. */
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
 * An API with this many pages of templates in the category "work". The first template of every `every`th page is in the
 * category "comic".
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

test('a search loads a page every 500 ms, and stops to ask the user after five pages without a match', async () => {
  // A window whose bottom is well above the end of its page.
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

  await type('nowhere');
  await screen.findByText(/^Not among the first 336 templates/, {}, { timeout: 10_000 });
  expect(moments).toHaveLength(16);
  expectPace(moments);
});

test('a chip filters templates by category or for new ones, and a second tap shows all templates', async () => {
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
  // A category that the operator added is shown under its own name.
  await press('house rules');
  await waitFor(() => expect(shown()).toEqual(['Style 3']));
  await press('house rules');
  await waitFor(() => expect(shown()).toHaveLength(4));
  expect(screen.queryByRole('button', { name: 'Popular' })).toBeNull();
});

test('popular templates have a chip, in any form in which the API marks them', async () => {
  const marks = [true, 1, '1', 'true', false, 0, '', null, 'no', '0'];
  stubTemplates(marks.map(mark => ({ is_popular: mark as boolean })));
  await renderAt('/make-pic');
  await press('Popular');
  await waitFor(() => expect(shown()).toEqual(['Style 1', 'Style 2', 'Style 3', 'Style 4']));
});

test('without categories there are no chips, and with only forty templates there is no search', async () => {
  stubTemplates(Array.from({ length: 40 }, () => ({})));
  await renderAt('/make-pic');
  await waitFor(() => expect(shown().length).toBeGreaterThan(0));
  expect(screen.queryByRole('list', { name: 'Template categories' })).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

/** Forty-one titles for different kinds of search. */
const titles = [
  'Café at dusk',
  '琥珀夜街',
  'Night of lanterns',
  'Smile 😀 (50 % off) [a-z]+',
  'ＷＩＤＥ',
  'عيد سعيد',
];
const many = Array.from({ length: 41 }, (_, place) => ({ title: titles[place] ?? `Style ${place + 1}` }));

test('more than forty templates can be searched by name, in any case, width and script', async () => {
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

test('if no name matches, the page says so, the search can be cleared, and the chosen template stays', async () => {
  stubTemplates(many);
  await renderAt('/make-pic');
  (await screen.findByRole('radio', { name: 'Night of lanterns' })).click();
  await type('nowhere');
  await screen.findByText(/No template is called/);
  await screen.findByText(/Night of lanterns\u2069” stays chosen/);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Use template/ }).disabled).toBe(false),
  );

  await press('Show all');
  await waitFor(() => expect(shown()).toContain('Night of lanterns'));
  const emptied = await field();
  await waitFor(() => expect(emptied.value).toBe(''));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Night of lanterns' }).checked).toBe(true);
  expect(screen.queryByText(/stays chosen/)).toBeNull();
});

test('while the user composes a Chinese word, the search waits and ignores its keys', async () => {
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

test('Escape clears the name, then closes the field; Enter and ArrowDown move to the results', async () => {
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
