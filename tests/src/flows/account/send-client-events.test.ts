import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientEvents } from '../../../../server/contract/client-events.ts';
import { good } from '../../../support/saved-values.ts';

const secrets = ['Anna Nguyen', 'Anna', 'a-token', 'https://bucket.example/p.jpg?sign=abc', '13800138000'];

const user = { ...good['tyy.user'], nickname: 'Anna Nguyen' };

let sent: string[];

beforeEach(() => {
  sent = [];
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (_address: string, body: string) => sent.push(body),
  });
  history.replaceState(null, '', '/tyy/pic?generate_id=secret-id');
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'sendBeacon');
  Reflect.deleteProperty(document, 'visibilityState');
});

/** Opens a page with a backend that declares these features; returns the function that records the page's errors. */
async function openPage(features: string[]): Promise<(place: string, error: unknown) => void> {
  // Let pages from earlier tests send their reports first, because they share this window.
  hide();
  vi.resetModules();
  const [{ sendClientEvents }, { setUser }, { noteError }] = await Promise.all([
    import('../../../../src/flows/account/send-client-events.ts'),
    import('../../../../src/state/session.ts'),
    import('../../../../src/platform/error-log.ts'),
  ]);
  setUser({ ...user, features });
  await sendClientEvents();
  return noteError;
}

function hide(): ClientEvents[] {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
  return sent.splice(0).map(body => JSON.parse(body));
}

test('an error report has only error classes and code positions, but no names, tokens or signed addresses', async () => {
  const noteError = await openPage(['client-reports']);
  for (const secret of secrets) {
    const error = new TypeError(secret);
    error.name = secret;
    error.stack = [
      secret,
      `at ${secret} (https://app.example/tyy/assets/pic-a1B2.js?${secret}:3:4)`,
      'at f (https://app.example/tyy/assets/make-pic-a1.js:12:345)',
    ].join('\n');
    noteError(secret, error);
  }
  noteError('getTemplates', new RangeError('x'));

  const [report] = hide();

  const text = JSON.stringify(report);
  for (const secret of [...secrets, 'secret-id', 'app.example']) expect(text).not.toContain(secret);
  expect(report?.screen).toBe('pic');
  expect(report!.errors.at(0)).toEqual({
    name: 'other',
    place: 'other',
    frames: [{ file: 'make-pic-a1.js', line: 12, column: 345 }],
  });
  expect(report!.errors.at(-1)).toMatchObject({ name: 'RangeError', place: 'getTemplates' });
});

test('each report has only the first five errors since the last report', async () => {
  const noteError = await openPage(['client-reports']);
  noteError('page', new TypeError('first'));
  expect(hide()).toMatchObject([{ errors: [{ name: 'TypeError' }] }]);
  expect(hide()).toEqual([]);

  for (let count = 0; count < 12; count++) noteError('page', new RangeError('later'));

  const [report] = hide();
  expect(report!.errors.map(({ name }) => name)).toEqual(Array(5).fill('RangeError'));
});

test("the report has each of the user's steps only once, with numeric template ids and at most 20 steps", async () => {
  await openPage(['client-reports']);
  const { noteStep } = await import('../../../../src/platform/steps.ts');
  hide();
  noteStep('photo');
  noteStep('paid', 7);
  noteStep('saved', 'a-text');
  for (let count = 0; count < 30; count++) noteStep('shared', 7);

  const [report] = hide();
  expect(report!.steps!.slice(0, 3)).toEqual([
    { step: 'photo' },
    { step: 'paid', template: 7 },
    { step: 'saved' },
  ]);
  expect(report!.steps).toHaveLength(20);
  expect(hide()).toEqual([]);
});

test.each([
  [0.09, { inp: 240 }],
  [0.1, undefined],
])('one page in ten reports its slowest response to a tap: random number %f', async (random, vitals) => {
  const report: Record<string, (entries: object[]) => void> = {};
  class Observer {
    readonly observe: (options: { type: string }) => void;
    constructor(take: (list: { getEntries(): object[] }) => void) {
      this.observe = ({ type }) => {
        report[type] = entries => take({ getEntries: () => entries });
      };
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  vi.spyOn(Math, 'random').mockReturnValue(random);
  await openPage(['client-reports']);
  report.event?.([
    { interactionId: 1, duration: 80.4 },
    { interactionId: 2, duration: 240.2 },
    { interactionId: 0, duration: 900 },
  ]);
  report.event?.([{ interactionId: 3, duration: 120 }]);

  expect(hide().map(({ vitals }) => vitals)).toEqual([vitals]);
});

test('the page sends no report to a backend without the feature client-reports', async () => {
  const noteError = await openPage(['redo']);
  noteError('page', new TypeError('unheard'));

  expect(hide()).toEqual([]);
});
