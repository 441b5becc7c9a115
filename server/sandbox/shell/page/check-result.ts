/** How a check ended; `open`: nothing is proved yet, as after a refusal. */
export interface CheckResult {
  state: 'passed' | 'failed' | 'open';
  /** Why, in sentences. */
  why: string[];
}

/** One thing that a native shell is asked to do. */
export interface Check {
  id: string;
  title: string;
  /** What the user does, or sees. */
  hint: string;
  /** Whether it runs without the user's help. */
  isQuick: boolean;
  run(): Promise<CheckResult>;
}

/** It is as it should be. */
export function passed(...why: string[]): CheckResult {
  return { state: 'passed', why };
}

/** It is not. */
export function failed(...why: string[]): CheckResult {
  return { state: 'failed', why };
}

/** Nothing is proved. */
export function unproved(...why: string[]): CheckResult {
  return { state: 'open', why };
}

/** Failed where there is any problem. */
export function judge(problems: string[], ...why: string[]): CheckResult {
  return problems.length > 0 ? failed(...problems) : passed(...why);
}
