/** Calls every 100 ms until the result is not null; only the test's time limit stops it. */
export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const result = await look();
    if (result !== null) return result;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
