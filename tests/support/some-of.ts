import { isLong } from './is-long.ts';

/** Returns the first `count` cases of a table, or all cases with LONG=1. */
export function someOf<T>(count: number, cases: readonly T[]): T[] {
  return isLong ? [...cases] : cases.slice(0, count);
}
