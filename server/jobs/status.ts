/** A job's status goes from 1 to 2, then to 3 (refused, final) or 4, then to 5 or 6. */
export const jobStatus = {
  toBeAudited: 1,
  auditing: 2,
  auditRefused: 3,
  generating: 4,
  generateSuccess: 5,
  generateFail: 6,
} as const;

export const unfinished: number[] = [jobStatus.toBeAudited, jobStatus.auditing, jobStatus.generating];

export const withoutPics: number[] = [jobStatus.auditRefused, jobStatus.generateFail];
