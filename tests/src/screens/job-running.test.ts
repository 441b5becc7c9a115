import { expect, test } from 'vitest';
import { nextCount, nextProgress } from '../../../src/screens/making/job-running.tsx';

/** Returns the countdown's numbers in each second. `shown` is its first number, `expected` the real remaining time. */
function countDown(shown: number, expected: number, seconds: number): number[] {
  const shownThen = [];
  let count = { shown, expected };
  for (let second = 0; second < seconds; second++) {
    count = nextCount(count);
    shownThen.push(count.shown);
  }
  return shownThen;
}

test('a correct countdown decreases by one each second and stays at 0', () => {
  expect(countDown(3, 3, 5)).toEqual([2, 1, 0, 0, 0]);
});

test('if the job will end later than shown, the countdown slows down and never rises', () => {
  const shown = countDown(20, 40, 40);
  expect(shown).toEqual([...shown].sort((a, b) => b - a));
  expect(shown[0]).toBeCloseTo(19.5);
  expect(shown[38]).toBeGreaterThan(0);
  expect(shown[39]).toBeCloseTo(0);
});

test('if the job will end sooner than shown, the countdown speeds up', () => {
  const shown = countDown(60, 20, 20);
  expect(shown[10]).toBeLessThan(20);
  expect(shown[19]).toBeLessThan(1);
});

test.each([1, 20, 600])(
  'with %i seconds to go the progress rises each second, never falls, and never ends on its own',
  seconds => {
    let shown = 0;
    for (let passed = 0; passed < 2 * seconds; passed++) {
      const next = nextProgress(shown, Math.max(0, seconds - passed));
      expect(next).toBeGreaterThanOrEqual(shown);
      shown = next;
    }
    expect(shown).toBeGreaterThan(60);
    expect(shown).toBeLessThanOrEqual(96);
  },
);

test('the shown progress does not fall if it is higher than expected', () => {
  expect(nextProgress(99, 3)).toBe(99);
});
