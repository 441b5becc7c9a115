import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { test } from './paged-list-page.tsx';

test('the first page is asked for at once, each next one on demand', async ({ list }) => {
  expect(list.requests[0]?.page).toBe(1);
  await list.see('', 'loading');
  list.resolve(1, 2);
  await list.see('1 2', 'more');

  list.pages.loadMore();
  await list.see('1 2', 'loading');
  expect(list.numbers()).toEqual([1, 2]);
  list.resolve(3);
  await list.see('1 2 3', 'more');
});

test('never are two pages asked for at the same time', async ({ list }) => {
  list.pages.loadMore();
  list.resolve(1);
  await list.see('1', 'more');

  list.pages.loadMore();
  list.pages.loadMore();
  list.pages.loadMore();

  expect(list.numbers()).toEqual([1, 2]);
});

test('the list ends with an empty page, and asks for no further one', async ({ list }) => {
  list.resolve(1);
  await list.see('1', 'more');
  list.pages.loadMore();
  list.resolve();
  await list.see('1', 'ended');

  list.pages.loadMore();

  expect(list.requests).toHaveLength(2);
});

test('a list without anything ends at once', async ({ list }) => {
  list.resolve();

  await list.see('', 'ended');
});

test('a page that failed is tried again, and none is left out', async ({ list }) => {
  list.resolve(1);
  await list.see('1', 'more');
  list.pages.loadMore();
  list.requests.at(-1)?.fail();
  await list.see('1', 'failed');

  list.pages.loadMore();
  list.resolve(2);

  await list.see('1 2', 'more');
  expect(list.numbers()).toEqual([1, 2, 2]);
});

test('an item that moved to a later page is shown once', async ({ list }) => {
  list.resolve(1, 2);
  await list.see('1 2', 'more');

  list.pages.loadMore();
  list.resolve(2, 3);

  await list.see('1 2 3', 'more');
});

test('an item that comes twice in one page is shown once', async ({ list }) => {
  list.resolve(1, 1, 2);

  await list.see('1 2', 'more');
});

test('deleted items leave the list', async ({ list }) => {
  list.resolve(1, 2, 3);
  await list.see('1 2 3', 'more');

  list.pages.remove(item => item.id === 2);

  await list.see('1 3', 'more');
});

test('a page that was asked for without a network is asked for again when it is back, whether it has failed or not', async ({
  list,
}) => {
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(list.requests).toHaveLength(2));
  list.requests[0]?.fail();
  list.resolve(1);
  await list.see('1', 'more');

  list.pages.loadMore();
  await waitFor(() => expect(list.requests).toHaveLength(3));
  list.requests[2]?.fail();
  await list.see('1', 'failed');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(list.numbers()).toEqual([1, 1, 2, 2]));
  list.resolve(2);
  await list.see('1 2', 'more');

  // The phone may say so before anything can be reached.
  list.pages.loadMore();
  await list.see('1 2', 'loading');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(list.requests).toHaveLength(6));
  list.requests[5]?.fail();
  await list.see('1 2', 'failed');
  await waitFor(() => expect(list.requests).toHaveLength(7));
  list.resolve(3);
  await list.see('1 2 3', 'more');

  // What has come is not asked for again.
  window.dispatchEvent(new Event('online'));
  await list.see('1 2 3', 'more');
  expect(list.requests).toHaveLength(7);
});

test('the same page once more ends the list: some APIs know no pages', async ({ list }) => {
  list.resolve(1, 2);
  await list.see('1 2', 'more');
  list.pages.loadMore();
  list.resolve(1, 2);
  await list.see('1 2', 'ended');

  list.pages.loadMore();

  expect(list.requests).toHaveLength(2);
});
