/** `open`: nothing is proved yet, e.g. after a refusal. */
export interface CheckResult {
  state: 'passed' | 'failed' | 'open';
  /** Reasons, as sentences. */
  why: string[];
}

export interface Check {
  id: string;
  title: string;
  /** Tells the user what to do or expect. */
  hint: string;
  /** True if it runs without the user. */
  isQuick: boolean;
  run(): Promise<CheckResult>;
}

export function passed(...why: string[]): CheckResult {
  return { state: 'passed', why };
}

export function failed(...why: string[]): CheckResult {
  return { state: 'failed', why };
}

export function unproved(...why: string[]): CheckResult {
  return { state: 'open', why };
}

/** Failed if there are problems, else passed. */
export function judge(problems: string[], ...why: string[]): CheckResult {
  return problems.length > 0 ? failed(...problems) : passed(...why);
}
