import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { callBackend, signedIn } from '../../support/render-at.tsx';
import { button, heading, press, readyToMake } from '../../support/wizard.ts';

let token: string;
let sent: { path: string; headers: string[] }[] = [];

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sent = [];
  token = await signedIn();
});

/** Puts something between the app and the backend, before what stands there already. */
function between(step: (path: string, send: () => Promise<Response>) => Promise<Response>): void {
  const next = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push({ path: String(input), headers: [...new Headers(init?.headers).keys()] });
    return step(String(input), () => next(input, init));
  });
}

/** What the server's answers to a path are turned into before the app sees them. */
function meddle(path: string, change: (answer: Response) => Response | Promise<Response>): void {
  between(async (asked, send) => {
    const answer = await send();
    return asked.includes(path) ? change(answer) : answer;
  });
}

/** Turns the backend into one that has the calls of the specification alone. */
function withoutFeatures(): void {
  meddle('getUserInfo', async answer => {
    const { data, ...envelope } = await answer.json();
    const { features, ...user } = data;
    return Response.json({ ...envelope, data: user });
  });
}

async function jobsOf(token: string): Promise<unknown[]> {
  return (await callBackend<{ list: unknown[] }>('/v1/getTrainAndGenerateResultList', token)).list;
}

test('an API without idempotency keys gets no header that it does not know', async () => {
  withoutFeatures();
  await readyToMake();
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const create = sent.find(({ path }) => path.includes('goTrainAndGeneratePic'));
  expect(create?.headers.map(name => name.toLowerCase()).sort()).toEqual([
    'authorization',
    'content-type',
    'user-language',
  ]);
});

test('without idempotency keys, a job whose answer was lost is found, and not made again', async () => {
  withoutFeatures();
  await readyToMake();
  meddle('goTrainAndGeneratePic', () => Promise.reject(new TypeError('the network went away')));
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(await jobsOf(token)).toHaveLength(1);
});

test('without idempotency keys, a job that could not be looked for is found at the next try', async () => {
  withoutFeatures();
  await readyToMake();
  let isAway = false;
  between(async (path, send) => {
    if (isAway) throw new TypeError('the network went away');
    const answer = await send();
    isAway = path.includes('goTrainAndGeneratePic');
    if (isAway) throw new TypeError('the network went away');
    return answer;
  });
  await press(/^Use template/);
  await press('Make my pictures');
  await screen.findByText('network error');
  expect(await button(/^Use template/)).toBeTruthy();
  isAway = false;

  await press(/^Use template/);

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  vi.unstubAllGlobals();
  expect(await jobsOf(token)).toHaveLength(1);
});

test('without idempotency keys, a request that never arrived is sent again', async () => {
  withoutFeatures();
  await readyToMake();
  let lost = 0;
  between(async (path, send) => {
    if (path.includes('goTrainAndGeneratePic') && lost++ === 0) throw new TypeError('away');
    return send();
  });
  await press(/^Use template/);
  await press('Make my pictures');
  await screen.findByText('network error');
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  vi.unstubAllGlobals();
  expect(await jobsOf(token)).toHaveLength(1);
});

test('a lost answer and another try pay once', async () => {
  await readyToMake();
  meddle('goTrainAndGeneratePic', () => Promise.reject(new TypeError('the network went away')));
  await press(/^Use template/);
  await press('Make my pictures');
  await screen.findByText('network error');
  vi.unstubAllGlobals();

  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const { list } = await callBackend<{ list: unknown[] }>('/v1/getTrainAndGenerateResultList', token);
  expect(list).toHaveLength(1);
});

test('a refusal for want of coins leads to the subscription', async () => {
  await readyToMake();
  meddle('goTrainAndGeneratePic', () => Response.json({ code: 2218020, data: null, message: 'no' }));
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/subscription'));
});

test('photos that are refused are explained, and can be changed', async () => {
  await readyToMake();
  const message = 'Photo 1: the face is turned away.';
  meddle('goTrainAndGeneratePic', () => Response.json({ code: 2218030, data: null, message }));
  await press(/^Use template/);
  await press('Make my pictures');

  await screen.findByText(message);
  await press('Change photos');
  await heading('Add a front photo');
});

test('offline, the user is told before anything fails', async () => {
  await readyToMake();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press(/^Use template/);

  await screen.findByText(/^You are offline\. Your photos are saved/);
});
