import type { Stored } from '../db/schema.ts';
import { jobStatus } from '../jobs/status.ts';

const states: Record<number, string> = {
  [jobStatus.toBeAudited]: 'waiting',
  [jobStatus.auditing]: 'photos are being checked',
  [jobStatus.auditRefused]: 'photos refused',
  [jobStatus.generating]: 'being made',
  [jobStatus.generateSuccess]: 'finished',
  [jobStatus.generateFail]: 'failed',
};

/** The state in words, with the reasons if the job was refused or failed. */
export function jobState(
  job: Pick<Stored<'jobs'>, 'status' | 'refuse_reasons' | 'failures' | 'attempts'>,
): string {
  const state = states[job.status]!;
  if (job.status === jobStatus.auditRefused) {
    const reasons = (job.refuse_reasons ?? []).map(
      ({ index, problems }) => `photo ${index + 1}: ${problems.join(', ')}`,
    );
    return reasons.length > 0 ? `${state} (${reasons.join('; ')})` : state;
  }
  if (job.status !== jobStatus.generateFail) return state;
  return `${state} after ${job.failures} errors of the generator and ${job.attempts} starts; the coins came back`;
}
