import { isLong } from './is-long.ts';

/** The first `count` cases of a table; all cases in the long form. */
export function someOf<T>(count: number, cases: readonly T[]): T[] {
  return isLong ? [...cases] : cases.slice(0, count);
}
