import { expect, inject, test } from 'vitest';
import { drillCluster } from '../../scripts/drill/drill-cluster.ts';
import { isLong } from '../support/some-of.ts';

/** A short form of `npm run drill:cluster`, which takes five minutes. */
const form = isLong ? { jobs: 250, minutes: 1, silent: 15 } : { jobs: 60, minutes: 0.2, silent: 2 };

/** `p99` (in ms) is higher than the script's default, because other tests run at the same time. */
const options = { ...form, kills: 4, waiting: 40, kill: 3, users: 50, seconds: 4, p99: 5_000 };

test(`${form.jobs} jobs on two API nodes and two workers each end exactly once while the workers are killed in turn`, async () => {
  const { report, problems } = await drillCluster(inject('scripts').node, options);
  expect(problems).toEqual([]);
  expect(report.created).toBeGreaterThanOrEqual(form.jobs);
  expect(report.kills).toBeGreaterThanOrEqual(options.kills);
}, 400_000);
