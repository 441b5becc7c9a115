import { GeneratorGaveUp } from '../generator/gave-up.ts';
import { endJob, type JobContext } from './job-context.ts';
import type { Lease } from './job-lease.ts';
import { jobStatus } from './status.ts';

/** A generator may fail once without the person noticing. */
const mostFailures = 2;

/** Asks the generator, twice if need be; ends the job and answers null when it fails for good. */
export async function askGenerator<Result>(
  context: JobContext,
  { job, signal }: Lease,
  ask: () => Promise<Result>,
): Promise<Result | null> {
  for (let { failures } = job; failures < mostFailures; ) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      context.onError(error);
      failures = error instanceof GeneratorGaveUp ? mostFailures : failures + 1;
      await context.db.query
        .updateTable('jobs')
        .set({ failures })
        .where('generate_id', '=', job.generate_id)
        .execute();
    }
  }
  await endJob(context, job, { status: jobStatus.generateFail });
  return null;
}
