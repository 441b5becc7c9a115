import { GeneratorGaveUp } from '../generator/generator.ts';
import type { Lease } from './hold-lease.ts';
import { endJob, type JobContext } from './job-context.ts';
import { jobStatus } from './status.ts';
import { mostFailures } from './tries.ts';

/** Calls the generator, twice if need be; ends the job and returns null when it fails for good. */
export async function callGenerator<Result>(
  context: JobContext,
  { job, signal }: Lease,
  call: () => Promise<Result>,
): Promise<Result | null> {
  for (let { failures } = job; failures < mostFailures; ) {
    try {
      return await call();
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
