import { expect, test } from 'vitest';
import { nextProgress } from '../../../src/screens/making/job-running.tsx';

test.each([1, 20, 600])(
  'with %i seconds to go it moves on each second, never back, and never ends by itself',
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

test('what was reported beyond the clock stays', () => {
  expect(nextProgress(99, 3)).toBe(99);
});
