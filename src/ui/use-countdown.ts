import { useEffect, useState } from 'react';

/** A moment as it is counted: what is shown and what is expected, both in seconds. */
interface Count {
  shown: number;
  expected: number;
}

const second = 1000;

/** The share of the difference by which a count that is too high catches up in a second. */
const haste = 0.25;

/**
 * Seconds until something is done, one less each second. A new expectation that is later slows it down and one that is
 * sooner hastens it: it never jumps back. Null while nothing is expected.
 */
export function useCountdown(expected: number | null): number | null {
  const [count, setCount] = useState<Count | null>(null);

  useEffect(() => {
    if (expected === null) return setCount(null);
    setCount(before => ({ shown: before?.shown ?? expected, expected }));
    const timer = setInterval(() => setCount(before => before && nextCount(before)), second);
    return () => clearInterval(timer);
  }, [expected]);

  return count && Math.ceil(count.shown);
}

/** What is shown a second later. */
export function nextCount({ shown, expected }: Count): Count {
  const later = expected > shown ? shown / expected : 1 + (shown - expected) * haste;
  return { shown: Math.max(0, shown - later), expected: Math.max(0, expected - 1) };
}
