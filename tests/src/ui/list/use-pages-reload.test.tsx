import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { test } from './paged-list-page.tsx';

test('starting again keeps what is shown until the first page has come', async ({ list }) => {
  list.resolve(1, 2);
  await list.see('1 2', 'more');

  const fresh = list.pages.reload();
  await list.see('1 2', 'loading');
  list.resolve(3, 1);

  expect(await fresh).toBe(true);
  await list.see('3 1', 'more');
  list.pages.loadMore();
  expect(list.numbers()).toEqual([1, 1, 2]);
});

test('starting again without success says so, and keeps what is shown', async ({ list }) => {
  list.resolve(1);
  await list.see('1', 'more');

  const fresh = list.pages.reload();
  list.requests.at(-1)?.fail();

  expect(await fresh).toBe(false);
  await list.see('1', 'failed');
});

test('after a failed start, trying again starts again', async ({ list }) => {
  list.resolve(1);
  await list.see('1', 'more');
  list.pages.loadMore();
  list.resolve(2);
  await list.see('1 2', 'more');
  list.pages.reload();
  list.requests.at(-1)?.fail();
  await list.see('1 2', 'failed');

  list.pages.loadMore();

  expect(list.requests.at(-1)?.page).toBe(1);
  list.resolve(7);
  await list.see('7', 'more');
});

test('a page that comes after a new start is not shown', async ({ list }) => {
  list.resolve(1);
  await list.see('1', 'more');
  list.pages.loadMore();
  const late = list.requests.at(-1);
  list.pages.reload();
  const first = list.requests.at(-1);

  late?.resolve([9]);
  first?.resolve([1, 2]);

  await list.see('1 2', 'more');
});

test('another key starts again from the first page', async ({ list }) => {
  list.resolve(1);
  await list.see('1', 'more');

  list.speak('zh');

  await waitFor(() => expect(list.numbers()).toEqual([1, 1]));
});
