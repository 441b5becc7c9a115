/** Calls `look` each `every` milliseconds until the result is not null; only the test's time limit stops it. */
export async function until<T>(look: () => Promise<T | null>, every = 100): Promise<T> {
  for (;;) {
    const result = await look();
    if (result !== null) return result;
    await new Promise(resolve => setTimeout(resolve, every));
  }
}
