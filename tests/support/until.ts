/** Calls every 100 ms until the result is not null; the time limit of the test ends it. */
export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const result = await look();
    if (result !== null) return result;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
