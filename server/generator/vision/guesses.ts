import type { Point } from './pixels.ts';

/** A grid over a square picture. A network makes several guesses in each cell. */
export interface Grid {
  cells: number;
  guesses: number;
}

/** The middle of a guess's cell in pixels of the square. The network's results are relative to it. */
export function middleOfCell(index: number, { cells, guesses }: Grid, side: number): Point {
  const cell = Math.floor(index / guesses);
  return { x: (((cell % cells) + 0.5) / cells) * side, y: ((Math.floor(cell / cells) + 0.5) / cells) * side };
}

/** If a network found a thing several times, keeps the best guess. The best guess of all comes first. */
export function withoutDuplicates<Guess extends { score: number }>(
  guesses: Guess[],
  areSame: (one: Guess, other: Guess) => boolean,
): Guess[] {
  const kept: Guess[] = [];
  for (const guess of guesses.sort((a, b) => b.score - a.score))
    if (!kept.some(one => areSame(one, guess))) kept.push(guess);
  return kept;
}
