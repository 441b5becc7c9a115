import { ApiError } from '../../api/errors.ts';

/** The API's error code for missing consent. Not in `errors.ts`, because that file is part of Home's download. */
const consentMissing = 2218040;

/** True if the error was missing consent, and the user now gives it. `isWanted` is false for background work. */
export async function agreesAfter(error: unknown, isWanted = true): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== consentMissing) return false;
  const { askConsent, findConsent, hasDeclined } = await import('./ask-consent.ts');
  return (isWanted || !hasDeclined()) && askConsent(await findConsent());
}

/** Runs `work`; if consent is missing, asks for it and runs `work` again. */
export async function withConsent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (await agreesAfter(error)) return work();
    throw error;
  }
}
