import type { FindBrief } from './template-brief.ts';

export interface RemoteContext {
  findBrief: FindBrief;
  /** Called with a problem that the operator should know about, even if no job has failed yet. */
  onProblem: (problem: Error) => void;
}
