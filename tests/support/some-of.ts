import { isLong } from './is-long.ts';

/** Returns the first `count` cases of a table; with LONG=1, all cases. */
export function someOf<T>(count: number, cases: readonly T[]): T[] {
  return isLong ? [...cases] : cases.slice(0, count);
}
