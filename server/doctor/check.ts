/** One harmless question to a service. */
export interface Check {
  service: string;
  /** Rejects with the service's words where something is wrong; null: the service is not configured. */
  ask: (() => Promise<unknown>) | null;
  /** What to do where it refuses, in one sentence. */
  advice: string;
}
