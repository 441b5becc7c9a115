/** Random numbers. The same seed gives the same numbers, so a template looks the same every time. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  between(from: number, to: number): number;
  pick<Value>(values: readonly Value[]): Value;
  chance(probability: number): boolean;
}

/** Uses the mulberry32 algorithm (public domain). */
export function createRandom(seed: number): Random {
  let state = seed | 0;

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick: values => values[Math.floor(next() * values.length)]!,
    chance: probability => next() < probability,
  };
}
