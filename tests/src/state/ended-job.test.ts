import { expect, test } from 'vitest';

test('the pictures of a job that ended in front of the user are seen for the first time once', async () => {
  const { noteEndedJob, takeEndedJob } = await import('../../../src/state/ended-job.ts');
  expect(takeEndedJob('null')).toBe(false);
  noteEndedJob(7);
  expect(takeEndedJob(8)).toBe(false);
  expect(takeEndedJob('7')).toBe(true);
  expect(takeEndedJob('7')).toBe(false);
});
