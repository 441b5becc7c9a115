import { isLong } from './is-long.ts';

/** So many of the cases of a table; the long form asks all of them. */
export function someOf<T>(count: number, cases: readonly T[]): T[] {
  return isLong ? [...cases] : cases.slice(0, count);
}
