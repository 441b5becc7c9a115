import type { FindBrief } from './template-brief.ts';

/** What a remote generator is given besides its own settings. */
export interface RemoteContext {
  findBrief: FindBrief;
  /** Called with what somebody should look at although no job has failed (yet). */
  onProblem: (problem: Error) => void;
}
