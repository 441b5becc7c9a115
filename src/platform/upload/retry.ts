/** How often a request is sent again whose connection was lost. */
export const retryMax = 4;
/** How long before that, ms; as long as ali-oss waits. */
const retryDelay = 500;

/**
 * Repeats the work while `isLost` says that its connection was lost; passes it the number of retries. Rejects with the
 * last error.
 */
export async function retry<T>(
  isLost: (error: unknown) => boolean,
  work: (lost: number) => Promise<T>,
): Promise<T> {
  for (let lost = 0; ; lost++) {
    try {
      return await work(lost);
    } catch (error) {
      if (!isLost(error) || lost === retryMax) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, retryDelay));
  }
}
