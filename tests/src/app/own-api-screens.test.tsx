import { screen } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BrokenApi, openBrokenApi } from '../../support/broken-api.ts';
import { goodData, goodResponse, type SpecCall } from '../../support/broken-responses.ts';
import { fieldsOf, pick } from '../../support/own-api-docs.ts';
import { renderAt } from '../../support/render-at.tsx';

let api: BrokenApi;
beforeEach(() => {
  api = openBrokenApi();
  localStorage.setItem('tyy.token', 'token');
  // Nothing but what an API of one's own must send.
  for (const name of Object.keys(goodData) as SpecCall[]) {
    api.broken[name] = goodResponse(pick(goodData[name], fieldsOf.get(name) ?? []));
  }
});
afterEach(() => api.rest());

// Texts of two elements stand side by side in textContent: no end of a word lies between them.
const nonsense = /NaN|undefined|null|Invalid|1970|(?<![\d.])0 (gold )?(coins|minutes|days)/;

test.each([
  '/',
  '/make-pic',
  '/make-pic?step=front',
  '/making?train_id=t1&generate_id=g1',
  '/personal-center',
  '/pic-list',
  '/pic?generate_id=g1',
  '/recharge',
  '/subscription',
  '/coin-flow',
  '/setting',
])('%s says nothing of what the API does not send', async path => {
  await renderAt(path);
  await screen.findByRole('heading', { level: 1 });
  await api.rest();
  const shown = document.body.textContent ?? '';
  expect(shown).not.toMatch(nonsense);
  expect(shown).not.toMatch(/could not be loaded/);
});

test('a job of which nothing but its status is known is waited for', async () => {
  const job = { train_id: 't1', template_id: 1, status: 4 };
  api.broken.getTrainAndGenerateResultById = goodResponse({ train_and_generate_info: job });
  await renderAt('/making?train_id=t1&generate_id=');
  await screen.findAllByText('Creating');
  expect(document.body.textContent).not.toMatch(nonsense);
});

test.each(['/pic', '/pic/', '/pic?generate_id='])('%s leads to the list of pictures', async path => {
  await renderAt(path);
  await screen.findByRole('button', { name: 'See my pictures' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each(['/making', '/making/', '/making?train_id='])('%s leads to the list of pictures', async path => {
  await renderAt(path);
  await screen.findByRole('button', { name: 'See my pictures' });
  expect(api.count('getTrainAndGenerateResultById')).toBe(0);
});

test.each([
  ['/recharge//?product=1', '/tyy/recharge?product=1', 'Get coins'],
  ['/term/#top', '/tyy/term#top', 'Terms of service'],
  ['/personal-center/', '/tyy/personal-center', 'My'],
])('%s is %s', async (path, address, name) => {
  await renderAt(path);
  await screen.findByRole('heading', { level: 1, name });
  expect(location.pathname + location.search + location.hash).toBe(address);
});
