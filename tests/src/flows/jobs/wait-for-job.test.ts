import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { jobData } from '../../../support/api/job-data.ts';
import { test } from '../../../support/api/signed-in.ts';
import { stubCall } from '../../../support/network/network.ts';
import {
  type FakeShell,
  openFakeShell,
  type ShellOutcome,
  succeed,
} from '../../../support/phone/fake-shell.ts';
import { renderAt } from '../../../support/render-at.tsx';

let shell: FakeShell;
beforeEach(() => {
  shell = openFakeShell();
});
let showMakingAd: typeof import('../../../../src/flows/jobs/wait-for-job.ts').showMakingAd;

async function openPage(ad: ShellOutcome<'showFullScreenAd'> = succeed({})): Promise<void> {
  shell.on('showFullScreenAd', () => ad);
  shell.calls.length = 0;
  vi.resetModules();
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
  ({ showMakingAd } = await import('../../../../src/flows/jobs/wait-for-job.ts'));
}

const adsShown = () => shell.callsOf('showFullScreenAd').length;

test('the waiting screen shows an ad only once per job, even after the webview has lost its storage', async () => {
  await openPage();
  await showMakingAd('one');
  await showMakingAd('one');
  await showMakingAd('two');
  expect(adsShown()).toBe(2);

  const token = localStorage.getItem('tyy.token') ?? '';
  localStorage.clear();
  localStorage.setItem('tyy.token', token);
  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('a subscriber who waits for a job sees no ad', async () => {
  stubCall('getUserInfo', () => ({ vip_level: 2 }));
  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('a failed ad does not interrupt the waiting for a job', async () => {
  await openPage({ code: 5, message: 'no ad today' });
  await expect(showMakingAd('one')).resolves.toBeUndefined();
});

/** Waits for a finished job without a `generate_id`; returns the next screen's query string. */
async function whereItLeads(): Promise<string> {
  stubCall('getTrainAndGenerateResultById', () => ({
    train_and_generate_info: jobData({ status: 5, generate_id: '' }),
  }));
  await renderAt('/making?train_id=t1&generate_id=');
  await waitFor(() => expect(location.pathname).toBe('/tyy/pic'));
  return location.search;
}

test('if a finished job has no generate_id, its pictures open with the generate_id from the list of jobs', async () => {
  stubCall('getTrainAndGenerateResultList', () => ({ list: [jobData({ status: 5, generate_id: 'g9' })] }));
  expect(await whereItLeads()).toBe('?generate_id=g9');
});

test('if a finished job has no generate_id and is not in the list, its pictures open with its train_id', async () => {
  stubCall('getTrainAndGenerateResultList', () => ({ list: [] }));
  expect(await whereItLeads()).toBe('?generate_id=t1');
});
