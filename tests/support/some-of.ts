/**
 * True for `LONG=1 npm test`, which tests every case. Otherwise similar cases are skipped and drills are shorter.
 */
export const isLong = process.env.LONG === '1';

/** Returns the first `count` cases of a table, or all cases with LONG=1. */
export function someOf<T>(count: number, cases: readonly T[]): T[] {
  return isLong ? [...cases] : cases.slice(0, count);
}
