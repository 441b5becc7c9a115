import { ApiError } from '../../api/errors.ts';

/** The code of the API that says so; it stands here because Home downloads the others. */
const consentMissing = 2218040;

/**
 * Asks for consent where an error says that it is missing; true once the user has given it, so that it can be tried again.
 * `isWanted`: false for what goes on by itself, which asks nobody again who said "Not now".
 */
export async function agreesAfter(error: unknown, isWanted = true): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== consentMissing) return false;
  const { askConsent, findConsent, hasDeclined } = await import('./consent.ts');
  return (isWanted || !hasDeclined()) && askConsent(await findConsent());
}

/** Does what needs consent; where that was not asked yet, once the user has agreed. */
export async function withConsent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (await agreesAfter(error)) return work();
    throw error;
  }
}
