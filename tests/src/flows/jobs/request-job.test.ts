import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, vi } from 'vitest';
import type { Job } from '../../../../server/contract/jobs.ts';
import { type ApiUser, dataOf } from '../../../support/api/api.ts';
import { jobData } from '../../../support/api/job-data.ts';
import { test } from '../../../support/api/signed-in.ts';
import { changeData, intercept, stubCall, withoutFeatures } from '../../../support/network/network.ts';
import {
  type FakeShell,
  openFakeShell,
  type ShellOutcome,
  succeed,
} from '../../../support/phone/fake-shell.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { someOf } from '../../../support/some-of.ts';
import { lookForJobsAtOnce, press, readyToMake } from '../../../support/wizard.ts';

type Send = () => Promise<Response>;
const being = 'Your pictures are being made. You will find them in My pictures.';
const noNetwork = () => Promise.reject(new TypeError('the network went away'));
const internal = () => Response.json({ code: 1000, data: null, message: 'Try later' }, { status: 500 });
const empty = async () => Response.json({ code: 0, data: { list: null } });
const neverEnding = () => new Promise<never>(() => {});

beforeEach(newPhone);

/** Applies a fault to the page's first request for a job; returns a function with the number of such requests. */
function failFirst(fault: (send: Send) => Promise<Response>): () => number {
  let count = 0;
  intercept(({ path }, send) => {
    if (path !== '/v1/goTrainAndGeneratePic') return send();
    return count++ === 0 ? fault(send) : send();
  });
  return () => count;
}

/** Makes the API create jobs but respond with these data. `list` responds to requests for the list of jobs. */
function respondWith(data: unknown, list: (send: Send) => Promise<Response> = send => send(), status = 200) {
  let count = 0;
  intercept(async ({ path }, send) => {
    if (path.startsWith('/v1/getTrainAndGenerateResultList')) return list(send);
    const response = await send();
    if (path !== '/v1/goTrainAndGeneratePic') return response;
    count++;
    return Response.json({ code: 0, data }, { status });
  });
  return () => count;
}

const isMaking = () => location.pathname === '/tyy/making';

/** Presses "Use template", and confirms the price if the app asks. */
async function makePics(): Promise<void> {
  await press(/^Use template/);
  await waitFor(() => expect(isMaking() || screen.queryByRole('dialog')).toBeTruthy());
  if (!isMaking()) await press('Make my pictures');
}

const jobsOf = async (user: ApiUser) => (await dataOf(user.get('getTrainAndGenerateResultList'))).list;

async function expectOneJob(user: ApiUser): Promise<void> {
  // Read the id now, because the page may open the finished pictures before the list of jobs has loaded.
  const trainId = await waitFor(() => {
    expect(isMaking()).toBe(true);
    return new URLSearchParams(location.search).get('train_id');
  });
  expect((await jobsOf(user)).map(job => job.train_id)).toEqual([trainId]);
}

describe.each([
  { world: 'with idempotency keys', open: () => {} },
  { world: "with only the specification's calls", open: withoutFeatures },
])('$world', ({ open }) => {
  test.for(
    someOf<[name: string, fault: (send: Send) => Promise<Response>]>(2, [
      ['its response is lost', send => send().then(noNetwork)],
      ['it never arrives', noNetwork],
      ['a gateway fails', send => send().then(() => new Response('<h1>Bad</h1>', { status: 502 }))],
      ['the server fails after its work', send => send().then(internal)],
      ['the server fails before its work', async () => internal()],
    ]),
  )('a request makes only one job, which the user sees, although %s', async ([, fault], { user }) => {
    open();
    await readyToMake();
    failFirst(fault);
    lookForJobsAtOnce();

    await makePics();
    const failed = () => screen.queryByText(/^(network error|Bad Gateway|Try later)$/);
    await waitFor(() => expect(isMaking() || failed()).toBeTruthy());
    if (!isMaking()) await makePics();

    await expectOneJob(user);
  });

  test.for([
    ['after the server has created the job', (send: Send) => send().then(neverEnding), 1],
    ['before the request arrives', neverEnding, 0],
  ] as const)(
    'a request makes only one job, which the user sees, if the page reloads %s',
    async ([, fault, jobs], { user }) => {
      open();
      await readyToMake();
      const requests = failFirst(fault);
      await makePics();
      await waitFor(() => expect(requests()).toBe(1));
      await waitFor(async () => expect(await jobsOf(user)).toHaveLength(jobs));

      await renderAt('/make-pic');
      await makePics();

      await expectOneJob(user);
    },
  );

  test('if the API returns no ids for a new job, the app finds the job in the list', async ({ user }) => {
    open();
    await readyToMake();
    const made = respondWith(null);
    lookForJobsAtOnce();

    await makePics();

    await expectOneJob(user);
    expect(made()).toBe(1);
  });

  test('a new job without ids is not an error, and cannot be paid for again', async ({ user }) => {
    open();
    await readyToMake();
    const made = respondWith(null, empty);
    lookForJobsAtOnce();

    await makePics();

    await screen.findByText(being);
    await press('See my pictures');
    await waitFor(() => expect(location.pathname).toBe('/tyy/pic-list'));
    await renderAt('/make-pic');
    const use = await screen.findByRole<HTMLButtonElement>('button', { name: /^Use template/ });
    expect(use.disabled).toBe(true);
    expect(made()).toBe(1);
    expect(await jobsOf(user)).toHaveLength(1);
  });
});

test.for<[string, listed: (jobs: Job[], isBefore: boolean) => unknown[]]>([
  ['with the template 0', jobs => jobs.map(job => ({ ...job, template_id: 0 }))],
  [
    'after a job that had one id and now has both',
    (jobs, isBefore) => [
      isBefore ? { generate_id: 'g0' } : { train_id: 't0', generate_id: 'g0', status: 5 },
      ...jobs,
    ],
  ],
])('a lost job is found in a list %s', async ([, listed], { user }) => {
  withoutFeatures();
  await readyToMake();
  const requests = failFirst(send => send().then(noNetwork));
  changeData('getTrainAndGenerateResultList', ({ list }) => ({
    list: listed(list, requests() === 0) as Job[],
  }));
  lookForJobsAtOnce();

  await makePics();

  await expectOneJob(user);
  expect(requests()).toBe(1);
});

test('if the search for a lost job fails, the next attempt finds the job', async ({ user }) => {
  withoutFeatures();
  await readyToMake();
  lookForJobsAtOnce();
  let isAway = false;
  intercept(async ({ path }, send) => {
    if (isAway) return noNetwork();
    const response = await send();
    // `isAway` stays true, so requests that end later fail too.
    if (path === '/v1/goTrainAndGeneratePic') isAway = true;
    return isAway ? noNetwork() : response;
  });
  await makePics();
  await screen.findByText('network error', {}, { timeout: 15_000 });
  isAway = false;

  await press(/^Use template/);

  await waitFor(() => expect(isMaking()).toBe(true));
  expect(await jobsOf(user)).toHaveLength(1);
});

test('a lost job that is listed only after the price was shown is not paid twice', async ({ user }) => {
  withoutFeatures();
  await readyToMake();
  let isListed = false;
  changeData('getTrainAndGenerateResultList', data => (isListed ? data : { list: [] }));
  const creates = failFirst(send => send().then(noNetwork));
  lookForJobsAtOnce();
  await makePics();
  await screen.findByText('network error');

  await press(/^Use template/);
  await screen.findByRole('button', { name: 'Make my pictures' });
  isListed = true;
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 6_000);
  await press('Make my pictures');

  await expectOneJob(user);
  expect(creates()).toBe(1);
});

test('a response to the request for a job is a success if its code is 0, even with HTTP status 404', async () => {
  await readyToMake();
  const made = respondWith({ train_id: 't1' }, empty, 404);
  const asked = vi.fn();
  intercept(async ({ path }, send) => {
    if (path !== '/v1/getTrainAndGenerateResultById') return send();
    asked();
    return Response.json({ code: 1003, data: null }, { status: 404 });
  });

  await makePics();

  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(location.search).toContain('train_id=t1');
  // Not an error, because a replica may not have the new job yet.
  await screen.findAllByText('Creating');
  expect(screen.queryByText(/no longer available/)).toBeNull();
  expect(made()).toBe(1);
});

test.for([true, false])(
  'after a reload, the search for a job without ids continues (the job is listed: %s)',
  async isListed => {
    withoutFeatures();
    await readyToMake();
    const lookUp = vi.fn<(send: Send) => Promise<Response>>(neverEnding);
    const made = respondWith({}, send => (made() > 0 ? lookUp(send) : send()));
    await makePics();
    await waitFor(() => expect(lookUp).toHaveBeenCalled());

    lookUp.mockImplementation(isListed ? send => send() : empty);
    lookForJobsAtOnce();
    await renderAt('/make-pic');

    if (isListed) await waitFor(() => expect(isMaking()).toBe(true));
    else await screen.findByText(being);
    expect(screen.queryByRole('button', { name: 'Make my pictures' })).toBeNull();
    expect(made()).toBe(1);
  },
);

test('a new job without ids is not an error, even if the network fails during the search for it', async () => {
  await readyToMake();
  let isOffline = false;
  intercept(async ({ path }, send) => {
    if (isOffline) return noNetwork();
    const response = await send();
    if (path !== '/v1/goTrainAndGeneratePic') return response;
    isOffline = true;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    return Response.json({ code: '0' });
  });
  lookForJobsAtOnce();

  await makePics();

  await screen.findByText(being);
});

let shell: FakeShell;

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
  shell = openFakeShell();
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
  shell = openFakeShell();
  stubCall('getUserInfo', () => ({ vip_level: 2 }));
  await openPage();
  await showMakingAd('one');
  expect(adsShown()).toBe(0);
});

test('a failed ad does not interrupt the waiting for a job', async () => {
  shell = openFakeShell();
  await openPage({ code: 5, message: 'no ad today' });
  await expect(showMakingAd('one')).resolves.toBeUndefined();
});

/** Waits for a finished job without a `generate_id`; returns the next screen's query string. */
async function whereItLeads(): Promise<string> {
  shell = openFakeShell();
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
