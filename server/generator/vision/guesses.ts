import type { Point } from './pixels.ts';

/** A grid over a square picture. A network makes several guesses in each cell. */
export interface Grid {
  cells: number;
  guesses: number;
}

/** The centre of a guess's cell in pixels of the square. The network's coordinates are relative to it. */
export function middleOfCell(index: number, { cells, guesses }: Grid, side: number): Point {
  const cell = Math.floor(index / guesses);
  return { x: (((cell % cells) + 0.5) / cells) * side, y: ((Math.floor(cell / cells) + 0.5) / cells) * side };
}

/** Non-maximum suppression: keeps the best of all guesses about the same object. Sorts guesses by score, best first. */
export function withoutDuplicates<Guess extends { score: number }>(
  guesses: Guess[],
  areSame: (one: Guess, other: Guess) => boolean,
): Guess[] {
  const kept: Guess[] = [];
  for (const guess of guesses.sort((a, b) => b.score - a.score))
    if (!kept.some(one => areSame(one, guess))) kept.push(guess);
  return kept;
}
