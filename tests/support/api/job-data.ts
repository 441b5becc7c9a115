import type { Job } from '../../../server/contract/jobs.ts';

/** Returns a job as the API sends it. `job` has the fields that matter for the test. */
export function jobData(job: Partial<Job>): Job {
  return {
    train_id: 't1',
    generate_id: 'g1',
    template_id: 7,
    title: 'Paper moon',
    cover_url: '',
    style_id: 1,
    status: 4,
    expect_minutes: 2,
    progress: 40,
    create_time: Math.floor(Date.now() / 1000),
    refuse_reasons: [],
    ...job,
  };
}
