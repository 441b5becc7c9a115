/** Calls `look` every `every` ms until the result is not null. Has no time limit except the test's own. */
export async function until<T>(look: () => Promise<T | null>, every = 100): Promise<T> {
  for (;;) {
    const result = await look();
    if (result !== null) return result;
    await new Promise(resolve => setTimeout(resolve, every));
  }
}
