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
import { press, pressMore } from '../../support/wizard.ts';

/** An API with valid responses, except to the calls in `broken`. The page runs in a native app. */
interface BrokenApi {
  shell: FakeShell;
  broken: Partial<Record<SpecCall, RawResponse>>;
  count(call: SpecCall): number;
  /** Waits until the page sends no more requests and has rendered. Does not wait for the page's timers. */
  rest(): Promise<void>;
}

/** After this many turns of the event loop without a request, the page has also rendered. */
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
    // Respond in a later turn, as a real network does.
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

/** Returns `count` malformed responses to a call, the same in each run. */
function someBroken(call: SpecCall, count: number): RawResponse[] {
  return fc.sample(fc.constantFrom(...brokenResponses(call)), { numRuns: count, seed: 15 });
}

// Save the real timer, because a test may fake timers.
const { setTimeout: setTimer } = globalThis;

function nextTurn(): Promise<void> {
  return new Promise(resolve => setTimer(resolve));
}

/** Runs `act`, then waits until the page has sent the call again and has rendered the result. */
async function nextCall(call: SpecCall, act: () => unknown): Promise<void> {
  const before = api.count(call);
  await act();
  await waitFor(() => expect(api.count(call)).toBeGreaterThan(before));
  await api.rest();
}

/**
 * Gives a call three malformed responses, then a good one. `first` makes the first attempt, `again` the others; `see`
 * checks the page after each failure.
 */
async function failThrice(
  call: SpecCall,
  { first, again, see }: { first?: () => unknown; again: () => unknown; see: () => unknown },
): Promise<void> {
  for (const [place, response] of someBroken(call, 3).entries()) {
    api.broken[call] = response;
    await nextCall(call, place === 0 && first ? first : again);
    await see();
  }
  api.broken = {};
  await again();
}

let api: BrokenApi;
beforeEach(() => {
  api = openBrokenApi();
  localStorage.setItem('tyy.token', 'token');
});
// Wait for pending work, which would otherwise send requests to the next test's API or the backend.
afterEach(() => api.rest());

/** The texts that the page may show for a failure: the server's message, else the status text, else its own text. */
const failure = /network error|Not now|^no$|Bad Gateway|Status \d+/;

const saved = (key: string) => JSON.parse(api.shell.cache.get(key) ?? 'null');

test('a receipt stays saved until a valid response to paySuccess arrives', async () => {
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

test('the app does not start a payment if the response to createOrder is malformed', async () => {
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

test('after a malformed response to a sign-in, the user is not signed in, and the next attempt works', async () => {
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

describe('a page with an API that sends only required fields', () => {
  beforeEach(() => {
    for (const name of Object.keys(goodData) as SpecCall[])
      api.broken[name] = goodResponse(pick(goodData[name], fieldsOf.get(name) ?? []));
  });

  // No word boundaries, because `textContent` joins the texts of neighbouring elements.
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
  ])('the screen %s shows no made-up values for missing fields', async path => {
    await renderAt(path);
    await screen.findByRole('heading', { level: 1 });
    await api.rest();
    const shown = document.body.textContent ?? '';
    expect(shown).not.toMatch(nonsense);
    expect(shown).not.toMatch(/couldn’t be loaded/);
  });

  test.each(['/making', '/making/', '/making?train_id='])('the address %s offers My pictures', async path => {
    await renderAt(path);
    await screen.findByRole('button', { name: 'See my pictures' });
    expect(api.count('getTrainAndGenerateResultById')).toBe(0);
  });
});
