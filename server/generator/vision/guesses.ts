import type { Point } from './pixels.ts';

/** A grid over a square picture in which a network looks for things, with several guesses a cell. */
export interface Grid {
  cells: number;
  guesses: number;
}

/** The middle of the cell that a guess belongs to: what the network says is counted from there, in pixels of the square. */
export function middleOfCell(index: number, { cells, guesses }: Grid, side: number): Point {
  const cell = Math.floor(index / guesses);
  return { x: (((cell % cells) + 0.5) / cells) * side, y: ((Math.floor(cell / cells) + 0.5) / cells) * side };
}

/** A network finds each thing several times: the best guess of those that are the same stays, the best of all first. */
export function withoutDuplicates<Guess extends { score: number }>(
  guesses: Guess[],
  areSame: (one: Guess, other: Guess) => boolean,
): Guess[] {
  const kept: Guess[] = [];
  for (const guess of guesses.sort((a, b) => b.score - a.score))
    if (!kept.some(one => areSame(one, guess))) kept.push(guess);
  return kept;
}
