import type { Point } from './pixels.ts';

/** A grid over a square picture in which a network makes several guesses per cell. */
export interface Grid {
  cells: number;
  guesses: number;
}

/** The middle of a guess's cell in pixels of the square: the network counts from there. */
export function middleOfCell(index: number, { cells, guesses }: Grid, side: number): Point {
  const cell = Math.floor(index / guesses);
  return { x: (((cell % cells) + 0.5) / cells) * side, y: ((Math.floor(cell / cells) + 0.5) / cells) * side };
}

/** Keeps the best guess of each thing that a network found several times; the best of all first. */
export function withoutDuplicates<Guess extends { score: number }>(
  guesses: Guess[],
  areSame: (one: Guess, other: Guess) => boolean,
): Guess[] {
  const kept: Guess[] = [];
  for (const guess of guesses.sort((a, b) => b.score - a.score))
    if (!kept.some(one => areSame(one, guess))) kept.push(guess);
  return kept;
}
