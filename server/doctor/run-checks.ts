import { setTimeout as pause } from 'node:timers/promises';

/** Result of a check. `says` and `todo` are empty unless the state is `refused`. */
export interface Finding {
  service: string;
  state: 'works' | 'refused' | 'not configured';
  says: string;
  todo: string;
}

/** Response timeout of a service, in milliseconds. */
const usualPatience = 10_000;

export function runChecks(checks: Check[], patience = usualPatience): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ service, ask, advice }): Promise<Finding> => {
      if (!ask) return { service, state: 'not configured', says: '', todo: '' };
      const isOver = new AbortController();
      const late = pause(patience, null, { signal: isOver.signal }).then(
        () => Promise.reject(new Error('no response')),
        () => null,
      );
      try {
        await Promise.race([ask(), late]);
        return { service, state: 'works', says: '', todo: '' };
      } catch (error) {
        return { service, state: 'refused', says: wordsOf(error), todo: advice };
      } finally {
        isOver.abort();
      }
    }),
  );
}

/** Joins the messages of an error and its causes on one line. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error);
  const { apiError, errorMessage, httpStatusCode, code } = error as Error & Record<string, unknown>;
  // Network errors and errors of Apple's library have no message, but they have these fields.
  const words = error.message || [httpStatusCode, apiError, errorMessage, code].filter(Boolean).join(' ');
  const cause = error.cause === undefined ? '' : `: ${wordsOf(error.cause)}`;
  return `${words}${cause}`.replace(/\s+/g, ' ').trim();
}

export interface Check {
  service: string;
  /** Sends a test request; rejects with the service's message if it fails. Null if the service is not configured. */
  ask: (() => Promise<unknown>) | null;
  advice: string;
}
