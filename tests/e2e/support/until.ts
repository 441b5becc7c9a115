/** Asks every 100 ms until the answer is not null; the story's own time limit ends it. */
export async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
