import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { jobData } from '../../../support/job-data.ts';
import { stubCall } from '../../../support/network.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { test } from '../../../support/signed-in.ts';

/** Waits for a finished job that names no pictures itself; returns where that leads. */
async function whereItLeads(): Promise<string> {
  stubCall('getTrainAndGenerateResultById', () => ({
    train_and_generate_info: jobData({ status: 5, generate_id: '' }),
  }));
  await renderAt('/making?train_id=t1&generate_id=');
  await waitFor(() => expect(location.pathname).toBe('/tyy/pic'));
  return location.search;
}

test('a finished job leads to the pictures that only the list of jobs names', async () => {
  stubCall('getTrainAndGenerateResultList', () => ({ list: [jobData({ status: 5, generate_id: 'g9' })] }));
  expect(await whereItLeads()).toBe('?generate_id=g9');
});

test('a finished job whose pictures nobody names leads to those of its own id', async () => {
  stubCall('getTrainAndGenerateResultList', () => ({ list: [] }));
  expect(await whereItLeads()).toBe('?generate_id=t1');
});
