/** A harmless request to a service. */
export interface Check {
  service: string;
  /** Rejects with the service's message if it does not work; null if the service is not configured. */
  ask: (() => Promise<unknown>) | null;
  /** One sentence for the operator if the check fails. */
  advice: string;
}
