import { screen } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { usePages } from '../../../src/ui/use-pages.ts';
import { render } from './render.tsx';

interface Item {
  id: number;
}

/** A page that was asked for and is not answered yet. */
interface Asked {
  page: number;
  answer: (ids: number[]) => void;
  fail: () => void;
}

let asked: Asked[] = [];
let pages: ReturnType<typeof usePages<Item>>;
let root: Root;

const fetchPage = (page: number) =>
  new Promise<Item[]>((resolve, reject) => {
    asked.push({
      page,
      answer: ids => resolve(ids.map(id => ({ id }))),
      fail: () => reject(new Error('no network')),
    });
  });

function List({ language }: { language: string }) {
  pages = usePages(fetchPage, item => item.id, language);
  return (
    <p data-status={pages.status} role="note">
      {pages.items.map(item => item.id).join(' ')}
    </p>
  );
}

/** Waits until the list shows these items in this state. */
async function see(words: string, status: string): Promise<void> {
  await vi.waitFor(() => {
    const list = screen.getByRole('note');
    expect([list.textContent, list.dataset.status]).toEqual([words, status]);
  });
}

/** Resolves the page that was requested last. */
const answer = (...ids: number[]) => asked.at(-1)?.answer(ids);

beforeEach(async () => {
  asked = [];
  root = render(<List language="en" />);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
});

test('the first page is asked for at once, each next one on demand', async () => {
  expect(asked[0]?.page).toBe(1);
  await see('', 'loading');
  answer(1, 2);
  await see('1 2', 'more');

  pages.loadMore();
  await see('1 2', 'loading');
  expect(asked.map(one => one.page)).toEqual([1, 2]);
  answer(3);
  await see('1 2 3', 'more');
});

test('never are two pages asked for at the same time', async () => {
  pages.loadMore();
  answer(1);
  await see('1', 'more');

  pages.loadMore();
  pages.loadMore();
  pages.loadMore();

  expect(asked.map(one => one.page)).toEqual([1, 2]);
});

test('the list ends with an empty page, and asks for no further one', async () => {
  answer(1);
  await see('1', 'more');
  pages.loadMore();
  answer();
  await see('1', 'ended');

  pages.loadMore();

  expect(asked).toHaveLength(2);
});

test('a list without anything ends at once', async () => {
  answer();

  await see('', 'ended');
});

test('a page that failed is tried again, and none is left out', async () => {
  answer(1);
  await see('1', 'more');
  pages.loadMore();
  asked.at(-1)?.fail();
  await see('1', 'failed');

  pages.loadMore();
  answer(2);

  await see('1 2', 'more');
  expect(asked.map(one => one.page)).toEqual([1, 2, 2]);
});

test('an item that moved to a later page is shown once', async () => {
  answer(1, 2);
  await see('1 2', 'more');

  pages.loadMore();
  answer(2, 3);

  await see('1 2 3', 'more');
});

test('an item that comes twice in one page is shown once', async () => {
  answer(1, 1, 2);

  await see('1 2', 'more');
});

test('starting again keeps what is shown until the first page has come', async () => {
  answer(1, 2);
  await see('1 2', 'more');

  const fresh = pages.reload();
  await see('1 2', 'loading');
  answer(3, 1);

  expect(await fresh).toBe(true);
  await see('3 1', 'more');
  pages.loadMore();
  expect(asked.map(one => one.page)).toEqual([1, 1, 2]);
});

test('starting again without success says so, and keeps what is shown', async () => {
  answer(1);
  await see('1', 'more');

  const fresh = pages.reload();
  asked.at(-1)?.fail();

  expect(await fresh).toBe(false);
  await see('1', 'failed');
});

test('after a failed start, trying again starts again', async () => {
  answer(1);
  await see('1', 'more');
  pages.loadMore();
  answer(2);
  await see('1 2', 'more');
  pages.reload();
  asked.at(-1)?.fail();
  await see('1 2', 'failed');

  pages.loadMore();

  expect(asked.at(-1)?.page).toBe(1);
  answer(7);
  await see('7', 'more');
});

test('a page that comes after a new start is not shown', async () => {
  answer(1);
  await see('1', 'more');
  pages.loadMore();
  const late = asked.at(-1);
  pages.reload();
  const first = asked.at(-1);

  late?.answer([9]);
  first?.answer([1, 2]);

  await see('1 2', 'more');
});

test('another key starts again from the first page', async () => {
  answer(1);
  await see('1', 'more');

  root.render(<List language="zh" />);

  await vi.waitFor(() => expect(asked.map(one => one.page)).toEqual([1, 1]));
});

test('deleted items leave the list', async () => {
  answer(1, 2, 3);
  await see('1 2 3', 'more');

  pages.remove(item => item.id === 2);

  await see('1 3', 'more');
});

test('a page that was asked for without a network is asked for again when it is back, whether it has failed or not', async () => {
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[0]?.fail();
  answer(1);
  await see('1', 'more');

  pages.loadMore();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  asked[2]?.fail();
  await see('1', 'failed');
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(asked.map(one => one.page)).toEqual([1, 1, 2, 2]));
  answer(2);
  await see('1 2', 'more');

  // The phone may say so before anything can be reached.
  pages.loadMore();
  await see('1 2', 'loading');
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(asked).toHaveLength(6));
  asked[5]?.fail();
  await see('1 2', 'failed');
  await vi.waitFor(() => expect(asked).toHaveLength(7), 2_000);
  answer(3);
  await see('1 2 3', 'more');

  // What has come is not asked for again.
  window.dispatchEvent(new Event('online'));
  await see('1 2 3', 'more');
  expect(asked).toHaveLength(7);
});
