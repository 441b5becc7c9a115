import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, vi } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { type ApiUser, dataOf } from '../../support/api.ts';
import { changeData, intercept, recordRequests, withoutFeatures } from '../../support/network.ts';
import { newPhone } from '../../support/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { someOf } from '../../support/some-of.ts';
import { lookForJobsAtOnce, press, readyToMake } from '../../support/wizard.ts';

beforeEach(newPhone);

type Send = () => Promise<Response>;

const noNetwork = () => Promise.reject(new TypeError('the network went away'));
const internal = () => Response.json({ code: 1000, data: null, message: 'Try later' }, { status: 500 });
const neverEnding = () => new Promise<never>(() => {});

/** What becomes of the first request to create a job. */
const faults: [name: string, fault: (send: Send) => Promise<Response>][] = [
  ['its response is lost', send => send().then(noNetwork)],
  ['it never arrives', noNetwork],
  ['a gateway gives it up', send => send().then(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))],
  ['the server fails after its work', send => send().then(internal)],
  ['the server fails before its work', async () => internal()],
];

/** Does this to the first request of the page to create a job; returns how many were made. */
function failFirst(fault: (send: Send) => Promise<Response>): () => number {
  let count = 0;
  intercept(({ path }, send) => {
    if (path !== '/v1/goTrainAndGeneratePic') return send();
    return count++ === 0 ? fault(send) : send();
  });
  return () => count;
}

const isMaking = () => location.pathname === '/tyy/making';

/** Asks for the pictures, and agrees to the cost where the app asks. */
async function makePics(): Promise<void> {
  await press(/^Use template/);
  await waitFor(() => expect(isMaking() || screen.queryByRole('dialog')).toBeTruthy());
  if (!isMaking()) await press('Make my pictures');
}

async function expectOneJob(user: ApiUser): Promise<void> {
  // Read at once: on a busy machine its pictures are shown before the list has come.
  const trainId = await waitFor(() => {
    expect(isMaking()).toBe(true);
    return new URLSearchParams(location.search).get('train_id');
  });
  const { list } = await dataOf(user.get('getTrainAndGenerateResultList'));
  expect(list).toHaveLength(1);
  expect(trainId).toBe(list[0]?.train_id);
}

test.for<[string, listed: (jobs: Job[], isBefore: boolean) => unknown[]]>([
  ['with the template 0', jobs => jobs.map(job => ({ ...job, template_id: 0 }))],
  [
    'before it by one id, then by both',
    (jobs, isBefore) => [
      ...jobs,
      isBefore ? { generate_id: 'g0' } : { train_id: 't0', generate_id: 'g0', status: 5 },
    ],
  ],
  [
    'before it by one id, then by both, and first',
    (jobs, isBefore) => [
      isBefore ? { generate_id: 'g0' } : { train_id: 't0', generate_id: 'g0', status: 5 },
      ...jobs,
    ],
  ],
])('a lost job is found where jobs are listed %s', async ([, listed], { user }) => {
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

describe.each([
  { world: 'with idempotency keys', open: () => {} },
  { world: "with the specification's calls alone", open: withoutFeatures },
])('$world', ({ open }) => {
  test.for(someOf(2, faults))('one request makes one job that is seen: %s', async ([, fault], { user }) => {
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
    ['after it was sent', (send: Send) => send().then(neverEnding)],
    ['before it arrives', neverEnding],
  ] as const)(
    'one request makes one job that is seen: the page is reloaded %s',
    async ([, fault], { user }) => {
      open();
      await readyToMake();
      const requests = failFirst(fault);
      await makePics();
      await waitFor(() => expect(requests()).toBe(1));

      await renderAt('/make-pic');
      await makePics();

      await expectOneJob(user);
    },
  );
});

test('after an attempt without a response, the next one looks for its job once before it is sent', async ({
  user,
}) => {
  withoutFeatures();
  await readyToMake();
  const creates = failFirst(noNetwork);
  lookForJobsAtOnce();
  await makePics();
  await screen.findByText('network error');

  const requests = recordRequests();
  await makePics();
  await expectOneJob(user);
  expect(creates()).toBe(2);
  const names = requests.map(({ path }) => path);
  const before = names.slice(0, names.indexOf('/v1/goTrainAndGeneratePic'));
  expect(before.filter(name => name === '/v1/getTrainAndGenerateResultList')).toHaveLength(1);
});

test('a job that a slow server lists while its user reads the price again is not paid twice', async ({
  user,
}) => {
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
