/** Number of retries of a request whose connection was lost. */
export const retryMax = 4;
/** Delay before a retry, ms; the same as in ali-oss. */
const retryDelay = 500;

/** Repeats `work`, called with the number of retries, while `isLost` returns true. Rejects with the last error. */
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
