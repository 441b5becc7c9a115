import { screen, waitFor } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { usePages } from '../../../../src/ui/list/use-pages.ts';
import { render } from '../../../support/render.tsx';

interface Item {
  id: number;
}

/** Requests for pages, which the test resolves or rejects. */
let requests: { page: number; resolve: (items: Item[]) => void; fail: () => void }[];
let pages: ReturnType<typeof usePages<Item>>;
let root: Root;

const fetchPage = (page: number) =>
  new Promise<Item[]>((resolve, reject) => {
    requests.push({ page, resolve, fail: () => reject(new Error('no network')) });
  });

function List({ language }: { language: string }) {
  pages = usePages(fetchPage, item => item.id, language);
  return (
    <p data-status={pages.status} role="note">
      {pages.items.map(item => item.id).join(' ')}
    </p>
  );
}

beforeEach(async () => {
  requests = [];
  root = render(<List language="en" />);
  await waitFor(() => expect(numbers()).toEqual([1]));
});

const numbers = () => requests.map(({ page }) => page);

/** Resolves the latest request with these items. */
const resolve = (...ids: number[]) => requests.at(-1)?.resolve(ids.map(id => ({ id })));

async function see(words: string, status: string): Promise<void> {
  await waitFor(() => {
    const list = screen.getByRole('note');
    expect([list.textContent, list.dataset.status]).toEqual([words, status]);
  });
}

test('the list requests its first page at once, further pages on demand, and none after an empty page', async () => {
  await see('', 'loading');
  pages.loadMore();
  resolve(1, 2);
  await see('1 2', 'more');

  for (let calls = 0; calls < 3; calls++) pages.loadMore();
  await see('1 2', 'loading');
  expect(numbers()).toEqual([1, 2]);
  resolve(3);
  await see('1 2 3', 'more');

  pages.loadMore();
  resolve();
  await see('1 2 3', 'ended');
  pages.loadMore();
  expect(numbers()).toEqual([1, 2, 3]);
});

test('loadMore repeats the request for a page that has failed', async () => {
  resolve(1);
  await see('1', 'more');
  pages.loadMore();
  requests[1]?.fail();
  await see('1', 'failed');

  pages.loadMore();
  resolve(2);
  await see('1 2', 'more');
  expect(numbers()).toEqual([1, 2, 2]);
});

test('an item that the API sends twice appears once, and a deleted item disappears', async () => {
  resolve(1, 1, 2);
  await see('1 2', 'more');
  pages.loadMore();
  resolve(2, 3);
  await see('1 2 3', 'more');

  pages.remove(item => item.id === 2);
  await see('1 3', 'more');
});

test('a page that failed offline is requested again when the network is back', async () => {
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[0]?.fail();
  resolve(1);
  await see('1', 'more');

  pages.loadMore();
  await waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.fail();
  await see('1', 'failed');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(numbers()).toEqual([1, 1, 2, 2]));
  resolve(2);
  await see('1 2', 'more');

  // The list retries, because a phone may report the network before it can reach a server.
  pages.loadMore();
  await see('1 2', 'loading');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(requests).toHaveLength(6));
  requests[5]?.fail();
  await see('1 2', 'failed');
  await waitFor(() => expect(requests).toHaveLength(7));
  resolve(3);
  await see('1 2 3', 'more');
});

test('the list ends if the next page has the same items, because some APIs have only one page', async () => {
  resolve(1, 2);
  await see('1 2', 'more');
  pages.loadMore();
  resolve(1, 2);
  await see('1 2', 'ended');

  pages.loadMore();
  expect(requests).toHaveLength(2);
});

test('a reload of a list keeps the old items until the first page has loaded, and also if the reload fails', async () => {
  resolve(1, 2);
  await see('1 2', 'more');
  const failed = pages.reload();
  await see('1 2', 'loading');
  requests[1]?.fail();
  expect(await failed).toBe(false);
  await see('1 2', 'failed');

  const fresh = pages.reload();
  resolve(3, 1);
  expect(await fresh).toBe(true);
  await see('3 1', 'more');
  pages.loadMore();
  expect(numbers()).toEqual([1, 1, 1, 2]);
});

test('items from a page that was requested before a reload are not shown', async () => {
  resolve(1);
  await see('1', 'more');
  pages.loadMore();
  pages.reload();
  requests[1]?.resolve([{ id: 9 }]);
  resolve(1, 2);

  await see('1 2', 'more');
});

test('a list with another key starts again with the first page', async () => {
  resolve(1);
  await see('1', 'more');
  root.render(<List language="zh" />);

  await waitFor(() => expect(numbers()).toEqual([1, 1]));
});
