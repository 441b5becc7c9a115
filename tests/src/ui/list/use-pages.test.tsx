import { screen, waitFor } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { test as base, expect } from 'vitest';
import { usePages } from '../../../../src/ui/list/use-pages.ts';
import { render } from '../../../support/render.tsx';

interface Item {
  id: number;
}

/** A pending request for a page. */
interface Request {
  page: number;
  resolve: (ids: number[]) => void;
  fail: () => void;
}

/** A list whose pages load when the test resolves them. */
class PagedListPage {
  readonly requests: Request[] = [];
  pages!: ReturnType<typeof usePages<Item>>;
  readonly #root: Root;

  constructor() {
    this.#root = render(<this.List language="en" />);
  }

  /** Renders the list in another language. */
  speak(language: string): void {
    this.#root.render(<this.List language={language} />);
  }

  /** Resolves the latest request with these items. */
  resolve(...ids: number[]): void {
    this.requests.at(-1)?.resolve(ids);
  }

  /** Waits until the list shows these items in this state. */
  async see(words: string, status: string): Promise<void> {
    await waitFor(() => {
      const list = screen.getByRole('note');
      expect([list.textContent, list.dataset.status]).toEqual([words, status]);
    });
  }

  /** The numbers of the requested pages. */
  numbers(): number[] {
    return this.requests.map(({ page }) => page);
  }

  readonly List = ({ language }: { language: string }) => {
    this.pages = usePages(this.#fetchPage, item => item.id, language);
    return (
      <p data-status={this.pages.status} role="note">
        {this.pages.items.map(item => item.id).join(' ')}
      </p>
    );
  };

  readonly #fetchPage = (page: number) =>
    new Promise<Item[]>((resolve, reject) => {
      this.requests.push({
        page,
        resolve: ids => resolve(ids.map(id => ({ id }))),
        fail: () => reject(new Error('no network')),
      });
    });
}

/** A test with a list that has requested its first page. */
const test = base.extend<{ list: PagedListPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern.
  list: async ({}, use) => {
    const list = new PagedListPage();
    await waitFor(() => expect(list.requests).toHaveLength(1));
    await use(list);
  },
});

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

test('an item that comes twice, in one page or in a later one, is shown once', async ({ list }) => {
  list.resolve(1, 1, 2);
  await list.see('1 2', 'more');

  list.pages.loadMore();
  list.resolve(2, 3);

  await list.see('1 2 3', 'more');
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

  // A phone may report that it is online before any server is reachable.
  list.pages.loadMore();
  await list.see('1 2', 'loading');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(list.requests).toHaveLength(6));
  list.requests[5]?.fail();
  await list.see('1 2', 'failed');
  await waitFor(() => expect(list.requests).toHaveLength(7));
  list.resolve(3);
  await list.see('1 2 3', 'more');

  // Loaded pages are not requested again.
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
  list.pages.loadMore();
  expect(list.numbers()).toEqual([1, 1, 1]);
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
