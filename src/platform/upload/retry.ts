/** How often a request is sent again whose connection was lost. */
export const retryMax = 4;
/** How long before that, ms; as long as ali-oss waits. */
const retryDelay = 500;

/**
 * Does the work again while its connection is lost, `isLost` says of its error; the work gets the number of times that this
 * has happened. Rejects with the last error.
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
