import { screen, waitFor } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNearEnd } from '../../../../src/components/paged-list.tsx';
import { EndlessList, type Place } from '../../../../src/ui/list/endless-list.tsx';
import { render } from '../../../support/render.tsx';

type Props = Partial<Parameters<typeof EndlessList<number>>[0]>;
const windowHeight = 800;
const rowHeight = 100;

/** Index of the last rendered item before any scroll. Items up to 3/4 of a window below the window are rendered. */
const lastAhead = 14;

/** The simulated layout: the height of each row and the scroll position, in px. */
let page = { rowHeight, scrolled: 0 };

let root: Root;

const renderItem = (item: number, { position, size }: Place) => (
  <button type="button">
    Item {item}, {position} of {size}
  </button>
);

function List({ items = numbers(1000), ...others }: Props) {
  const usual = { kind: 'list', idOf: String, render: renderItem, rowHeight, isWhole: true } as const;
  return <EndlessList {...usual} items={items} {...others} />;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Returns the indexes of the items in the document. */
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-index]')].map(item => Number(item.dataset.index));

/** Returns the heights of the spacers, in px. */
const room = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-hidden="true"]')].map(empty =>
    Number.parseFloat(empty.style.height),
  );

async function see(first: number, last: number): Promise<void> {
  const expected = numbers(last + 1).slice(first);
  await waitFor(() => expect(shown()).toEqual(expected));
}

function scrollTo(scrolled: number): void {
  page.scrolled = scrolled;
  window.dispatchEvent(new Event('scroll'));
}

beforeEach(() => {
  page = { rowHeight, scrolled: 0 };
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(windowHeight);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const isRow = this.dataset.row !== undefined;
    return isRow ? new DOMRect(0, 0, 360, page.rowHeight) : new DOMRect(0, -page.scrolled, 360, 0);
  });
});

afterEach(() => {
  root.unmount();
});

test('only list items near the window are in the document, and spacers replace the others', async () => {
  root = render(<List />);
  await see(0, lastAhead);
  expect(room()).toEqual([(1000 - 15) * rowHeight]);

  scrollTo(50_000);
  await see(494, 514);
  expect(room()).toEqual([494 * rowHeight, (1000 - 515) * rowHeight]);
});

test('a grid has several items in a row, and keeps the chosen item’s row in the document', async () => {
  root = render(<List kind="grid" columns={3} always={601} />);

  await waitFor(() => expect(shown()).toEqual([...numbers(45), 600, 601, 602]));
});

test('the spacers of a list adapt if rows are higher than estimated', async () => {
  page.rowHeight = 200;
  root = render(<List />);
  await waitFor(() => expect(room()).toEqual([(1000 - shown().length) * 200]));

  scrollTo(20_000);

  await see(97, 107);
});

test('each item of a list and each row of a table has its position for screen readers', async () => {
  root = render(<List isWhole={false} />);
  await see(0, lastAhead);
  const [, second] = screen.getAllByRole('listitem');
  expect(second?.getAttribute('aria-posinset')).toBe('2');
  expect(second?.getAttribute('aria-setsize')).toBe('-1');
  root.unmount();

  const table = (
    <table>
      <List kind="table" render={item => <td>{item}</td>} />
    </table>
  );
  root = render(table);
  await see(0, lastAhead);
  expect(screen.getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('3');
});

const onNearEnd = vi.fn();

function NearEndList({ active = true, length = 21 }: { active?: boolean; length?: number }) {
  useNearEnd(onNearEnd, active, length);
  return null;
}

/** Simulates a page of 5000 px that is scrolled to this distance (px) from its end. */
function standAbove(distance: number): void {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000);
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(5000 - 800 - distance);
}

/** Renders the list and waits until it listens to scroll events. */
async function open(): Promise<void> {
  const listen = vi.spyOn(window, 'addEventListener');
  root = render(<NearEndList />);
  await vi.waitUntil(() => listen.mock.calls.some(([name]) => name === 'scroll'));
  vi.useFakeTimers();
}

function scroll(): void {
  window.dispatchEvent(new Event('scroll'));
}

beforeEach(() => {
  onNearEnd.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
  root.unmount();
});

test('a paged list loads the next page at 300 px from its end, but not at 301 px', async () => {
  standAbove(301);
  await open();
  for (const [distance, calls] of [
    [301, 0],
    [300, 1],
  ] as const) {
    standAbove(distance);
    scroll();
    vi.advanceTimersByTime(500);
    expect(onNearEnd).toHaveBeenCalledTimes(calls);
  }
});

test('a paged list checks its scroll position every 500 ms during a scroll, and once at the end of the scroll', async () => {
  standAbove(1000);
  await open();
  standAbove(0);
  for (let passed = 0; passed < 1500; passed += 50) {
    scroll();
    vi.advanceTimersByTime(50);
  }
  expect(onNearEnd).toHaveBeenCalledTimes(3);

  scroll();
  vi.advanceTimersByTime(500);
  expect(onNearEnd).toHaveBeenCalledTimes(4);
});

test('if the end of a paged list is still near after a page has loaded, the next page loads', async () => {
  standAbove(0);
  await open();
  expect(onNearEnd).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  root.render(<NearEndList length={42} />);
  await vi.waitUntil(() => onNearEnd.mock.calls.length === 2);

  root.render(<NearEndList length={42} active={false} />);
  root.render(<NearEndList length={63} active={false} />);
  await new Promise(resolve => setTimeout(resolve));
  expect(onNearEnd).toHaveBeenCalledTimes(2);
});
