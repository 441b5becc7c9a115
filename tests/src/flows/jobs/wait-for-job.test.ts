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

test('each job shows its ad only once, even after a reload of a webview that has lost its storage', async () => {
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

test('a subscriber sees no ad', async () => {
  stubCall('getUserInfo', () => ({ vip_level: 2 }));
  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('a failed ad does not stop the job', async () => {
  await openPage({ code: 5, message: 'no ad today' });
  await expect(showMakingAd('one')).resolves.toBeUndefined();
});

/** Waits for a finished job that has no picture id. Returns the query of the screen that opens. */
async function whereItLeads(): Promise<string> {
  stubCall('getTrainAndGenerateResultById', () => ({
    train_and_generate_info: jobData({ status: 5, generate_id: '' }),
  }));
  await renderAt('/making?train_id=t1&generate_id=');
  await waitFor(() => expect(location.pathname).toBe('/tyy/pic'));
  return location.search;
}

test('if a finished job has no picture id, its pictures open by the id in the list of jobs', async () => {
  stubCall('getTrainAndGenerateResultList', () => ({ list: [jobData({ status: 5, generate_id: 'g9' })] }));
  expect(await whereItLeads()).toBe('?generate_id=g9');
});

test('if a finished job is not listed, its pictures open by its own id', async () => {
  stubCall('getTrainAndGenerateResultList', () => ({ list: [] }));
  expect(await whereItLeads()).toBe('?generate_id=t1');
});
