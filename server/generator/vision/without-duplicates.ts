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
