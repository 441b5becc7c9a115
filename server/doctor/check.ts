/** A harmless request to a service. */
export interface Check {
  service: string;
  /** Rejects with the service's message if it does not work; null if the service is not configured. */
  ask: (() => Promise<unknown>) | null;
  /** What to do if the check fails, in one sentence. */
  advice: string;
}
