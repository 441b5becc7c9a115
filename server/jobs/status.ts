/** The states of a job; it only ever moves from left to right: 1 → 2 → (3 | 4 → 5 | 6). */
export const jobStatus = {
  toBeAudited: 1,
  auditing: 2,
  auditRefused: 3,
  generating: 4,
  generateSuccess: 5,
  generateFail: 6,
} as const;

/** The states in which a job still waits for something. */
export const unfinished: number[] = [jobStatus.toBeAudited, jobStatus.auditing, jobStatus.generating];

/** The states of a job that came to nothing. */
export const withoutPics: number[] = [jobStatus.auditRefused, jobStatus.generateFail];
