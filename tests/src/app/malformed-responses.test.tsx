import { screen, waitFor } from '@testing-library/dom';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  brokenResponses,
  goodData,
  goodResponse,
  type RawResponse,
  type SpecCall,
} from '../../support/network/broken-responses.ts';
import { fieldsOf, pick } from '../../support/network/own-api-docs.ts';
import { type FakeShell, openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { choose } from '../../support/phone/share-sheet.ts';
import { renderAt } from '../../support/render-at.tsx';
import { photo } from '../../support/saved-values.ts';
import { lookForJobsAtOnce, press, pressMore } from '../../support/wizard.ts';

/** An API whose responses are good, except for the calls in `broken`. The page runs in a native app. */
interface BrokenApi {
  shell: FakeShell;
  broken: Partial<Record<SpecCall, RawResponse>>;
  /** Returns the number of requests to a call. */
  count(call: SpecCall): number;
  /** Waits until the page sends no more requests and has rendered. Does not wait for the page's own delays. */
  rest(): Promise<void>;
}

/** The page counts as idle after this many turns of the event loop without a request; rendering takes fewer. */
const quietTurns = 10;

/** Replaces the backend until the test ends. */
function openBrokenApi(): BrokenApi {
  const made: string[] = [];
  let running = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android TyyShell/1.0 Language/en');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const name = pathname.replace('/v1/', '') as SpecCall;
    made.push(name);
    const isPastEnd = Number(searchParams.get('cur_page')) > 1;
    const good = goodResponse(isPastEnd ? { list: [] } : goodData[name]);
    running++;
    // A real network never responds in the same turn.
    await nextTurn();
    running--;
    const { body, ...status } = opened.broken[name] ?? good;
    return new Response(body, status);
  });
  const opened: BrokenApi = {
    shell: openFakeShell({
      login: () => succeed({ login_type: 'facebook', token: 'token' }),
      pay: () => succeed({ receipt: 'receipt' }),
    }),
    broken: {},
    count: call => made.filter(name => name === call).length,
    async rest() {
      for (let quiet = 0; quiet < quietTurns; quiet++) {
        const before = made.length;
        await nextTurn();
        if (running > 0 || made.length > before) quiet = 0;
      }
    },
  };
  return opened;
}

/** Returns this many unusable responses of a call, the same ones in each run. */
function someBroken(call: SpecCall, count: number): RawResponse[] {
  return fc.sample(fc.constantFrom(...brokenResponses(call)), { numRuns: count, seed: 15 });
}

// Kept here, because a test may replace the timers.
const { setTimeout: setTimer } = globalThis;

function nextTurn(): Promise<void> {
  return new Promise(resolve => setTimer(resolve));
}

/** Runs `act`, then waits until the call is repeated and the page shows the result. */
async function nextCall(call: SpecCall, act: () => unknown): Promise<void> {
  const before = api.count(call);
  await act();
  await waitFor(() => expect(api.count(call)).toBeGreaterThan(before));
  await api.rest();
}

/**
 * Gives a call three unusable responses: one to `first`, then two to `again`; `see` checks the page after each. Then
 * `again` gets a good response.
 */
async function failThrice(
  call: SpecCall,
  { first, again, see }: { first?: () => unknown; again: () => unknown; see: (count: number) => unknown },
): Promise<void> {
  for (const [place, response] of someBroken(call, 3).entries()) {
    api.broken[call] = response;
    await nextCall(call, place === 0 && first ? first : again);
    await see(place + 1);
  }
  api.broken = {};
  await again();
}

let api: BrokenApi;
beforeEach(() => {
  api = openBrokenApi();
  localStorage.setItem('tyy.token', 'token');
});
// Otherwise pending work of this page would reach the next test's API or the backend.
afterEach(() => api.rest());

/** Texts of failures by the specification: the server's message, else the status text, else a text of the app. */
const failure = /network error|Not now|^no$|Bad Gateway|Status \d+/;

const saved = (key: string) => JSON.parse(api.shell.cache.get(key) ?? 'null');

test('the draft is kept until the app can read the response to its job', async () => {
  lookForJobsAtOnce();
  const draft = { step: 'select', photos: [photo], templateId: 1, templateTitle: 'Tea house', owner: 'u1' };
  api.shell.cache.set('tyy.wizard', JSON.stringify(draft));
  await renderAt('/make-pic');
  const refusal = { status: 200, statusText: 'OK', body: '{"code":1000,"message":"Not now"}' };
  const page = { status: 200, statusText: 'OK', body: '<!doctype html><title>Welcome</title>' };
  for (const [response, words] of [
    [refusal, 'Not now'],
    [page, 'network error'],
  ] as const) {
    api.broken.goTrainAndGeneratePic = response;
    await press(/^Use template/);
    await nextCall('goTrainAndGeneratePic', () => press('Make my pictures'));
    await screen.findByText(words);
    expect(saved('tyy.wizard')).toMatchObject({ photos: [{ address: photo.address }], templateId: 1 });
  }

  api.broken = {};
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(api.count('goTrainAndGeneratePic')).toBe(3);
});

test('a receipt is kept until the app can read the response to it', async () => {
  await renderAt('/recharge');
  await failThrice('paySuccess', {
    first: () => press(/^Pay 6 yuan/),
    again: () => press('Check again'),
    async see() {
      await screen.findByRole('heading', { name: 'Payment not confirmed yet' });
      expect(saved('tyy.order')).toMatchObject({ orderId: 'o1', receipt: 'receipt' });
    },
  });

  await screen.findByText(/^Payment received/);
  expect(saved('tyy.order')).toBeNull();
  expect(api.shell.callsOf('pay')).toHaveLength(1);
});

test('an order is not paid if its response is malformed', async () => {
  await renderAt('/recharge');
  await failThrice('createOrder', {
    again: () => press(/^Pay 6 yuan/),
    async see() {
      await screen.findAllByText(failure);
      expect(api.shell.callsOf('pay')).toEqual([]);
    },
  });

  await screen.findByText(/^Payment received/);
  expect(api.shell.callsOf('pay')).toHaveLength(1);
});

test('the coins of an ad can be claimed again after a malformed response', async () => {
  await renderAt('/make-pic');
  await press('Free coins: 15');
  const page = { status: 200, statusText: 'OK', body: '<!doctype html><title>Welcome</title>' };
  for (const response of [page, { ...page, body: '{"code":0' }, { ...page, status: 502 }]) {
    const isFirst = !api.broken.adReward;
    api.broken.adReward = response;
    await nextCall('adReward', () => press(isFirst ? 'Watch an ad to get 15 gold coins' : 'Try again'));
    await screen.findByText(/^The coins couldn’t be added/);
  }
  api.broken = {};
  await press('Try again');

  await screen.findByText('+15 gold coins');
  expect(api.shell.callsOf('showRewardedAd')).toHaveLength(1);
});

test('a malformed response to a sign-in signs nobody in, and the next sign-in works', async () => {
  localStorage.removeItem('tyy.token');
  await failThrice('login', {
    first: () => renderAt('/personal-center'),
    again: () => press('Sign in'),
    async see() {
      await screen.findAllByText(failure);
      await screen.findByRole('alert');
      expect(localStorage.getItem('tyy.token')).toBeNull();
    },
  });

  await screen.findByText('Ming');
});

test('a picture stays on the screen until the server confirms its deletion', async () => {
  await renderAt('/pic?generate_id=g1');
  await failThrice('deleteTrainAndGenerate', {
    async again() {
      await pressMore('Delete');
      await choose('Delete this image?', 'Delete');
    },
    async see() {
      await screen.findAllByText(failure);
      await screen.findByText('Picture 1 of 1');
    },
  });

  await screen.findByText('Picture deleted');
  await waitFor(() => expect(location.pathname).toBe('/tyy/pic-list'));
});

const screens: [path: string, call: SpecCall, shows: RegExp][] = [
  ['/coin-flow', 'getCoinStatementList', /Welcome/],
  ['/pic-list', 'getTrainAndGenerateResultList', /Tea house/],
  ['/pic?generate_id=g1', 'getUserPicsByGenerateId', /1 of 1/],
  ['/recharge', 'getRechargeConfigsList', /6 yuan/],
  ['/subscription', 'getRechargeConfigsList', /6 yuan/],
  ['/make-pic', 'getTemplates', /Tea house/],
  ['/personal-center', 'getUserInfo', /Ming/],
];

test.each(screens)('%s shows an error while the response to %s is malformed', async (path, call, shows) => {
  await failThrice(call, {
    first: () => renderAt(path),
    again: () => press('Try again'),
    async see() {
      expect((await screen.findByRole('alert')).textContent).toMatch(/couldn’t be loaded/);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    },
  });

  await screen.findAllByText(shows);
  expect(screen.queryByRole('alert')).toBeNull();
});

test("Home keeps its own pictures if the server's list is malformed", async () => {
  for (const response of someBroken('getHomePics', 2)) {
    api.broken.getHomePics = response;
    await nextCall('getHomePics', () => renderAt('/'));
    await screen.findByRole('img', { name: 'Framed portraits in different styles' });
    expect(screen.queryByRole('alert')).toBeNull();
  }
});

test('the page keeps waiting for a job after malformed responses', async () => {
  await failThrice('getTrainAndGenerateResultById', {
    first: () => renderAt('/making?train_id=t1&generate_id=g1'),
    again: () => document.dispatchEvent(new Event('visibilitychange')),
    see: count => count === 3 && screen.findByRole('alert'),
  });

  await screen.findByRole('heading', { name: 'We can’t use this photo' });
});

describe('an API that sends only required fields', () => {
  beforeEach(() => {
    for (const name of Object.keys(goodData) as SpecCall[])
      api.broken[name] = goodResponse(pick(goodData[name], fieldsOf.get(name) ?? []));
  });

  // `textContent` joins the texts of neighbouring elements, so the pattern has no word boundaries.
  const nonsense = /NaN|undefined|null|Invalid|1970|(?<![\d.])0 (gold )?(coins|minutes|days)/;

  test.each([
    '/',
    '/make-pic',
    '/make-pic?step=front',
    '/making?train_id=t1&generate_id=g1',
    '/personal-center',
    '/pic-list',
    '/pic?generate_id=g1',
    '/recharge',
    '/subscription',
    '/coin-flow',
    '/setting',
  ])('%s shows no value that the API does not send', async path => {
    await renderAt(path);
    await screen.findByRole('heading', { level: 1 });
    await api.rest();
    const shown = document.body.textContent ?? '';
    expect(shown).not.toMatch(nonsense);
    expect(shown).not.toMatch(/couldn’t be loaded/);
  });

  test('the page waits for a job that has only a status', async () => {
    const job = { train_id: 't1', template_id: 1, status: 4 };
    api.broken.getTrainAndGenerateResultById = goodResponse({ train_and_generate_info: job });
    await renderAt('/making?train_id=t1&generate_id=');
    await screen.findAllByText('Creating');
    expect(document.body.textContent).not.toMatch(nonsense);
  });

  test.each(['/making', '/making/', '/making?train_id='])('%s offers the list of pictures', async path => {
    await renderAt(path);
    await screen.findByRole('button', { name: 'See my pictures' });
    expect(api.count('getTrainAndGenerateResultById')).toBe(0);
  });
});
