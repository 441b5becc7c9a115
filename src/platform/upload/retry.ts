/** Maximum number of retries after a lost connection. */
export const retryMax = 4;
/** Delay before a retry, ms. Same value as in ali-oss. */
const retryDelay = 500;

/**
 * Calls `work` again after each error for which `isLost` is true, at most `retryMax` times. `work` gets the number of
 * retries so far. Rejects with the last error.
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
