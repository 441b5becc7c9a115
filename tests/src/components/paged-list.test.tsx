import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNearEnd } from '../../../src/components/paged-list.tsx';
import { render } from '../../support/render.tsx';

const onNearEnd = vi.fn();
let root: Root;

function List({ active = true, length = 21 }: { active?: boolean; length?: number }) {
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
  root = render(<List />);
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
  root.render(<List length={42} />);
  await vi.waitUntil(() => onNearEnd.mock.calls.length === 2);

  root.render(<List length={42} active={false} />);
  root.render(<List length={63} active={false} />);
  await new Promise(resolve => setTimeout(resolve));
  expect(onNearEnd).toHaveBeenCalledTimes(2);
});
