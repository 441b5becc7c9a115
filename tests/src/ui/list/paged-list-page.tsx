import { screen, waitFor } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { test as base, expect } from 'vitest';
import { usePages } from '../../../../src/ui/list/use-pages.ts';
import { render } from '../render.tsx';

interface Item {
  id: number;
}

/** A page that was requested and has not come yet. */
interface Request {
  page: number;
  resolve: (ids: number[]) => void;
  fail: () => void;
}

/** A list on a page, whose pages come when the test says so. */
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

  /** Has the page that was requested last come with these items. */
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

  /** The numbers of the pages that were requested. */
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

/** A test on a list whose first page is requested. */
export const test = base.extend<{ list: PagedListPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern.
  list: async ({}, use) => {
    const list = new PagedListPage();
    await waitFor(() => expect(list.requests).toHaveLength(1));
    await use(list);
  },
});
