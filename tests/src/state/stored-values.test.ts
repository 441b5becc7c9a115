import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { type FakeShell, openFakeShell } from '../../support/phone/fake-shell.ts';
import { good, job, known, photo } from '../../support/saved-values.ts';

/** Values that are invalid under every key. */
const fitNowhere: unknown[] = [
  ...[5, -1, true, 'x'.repeat(2_000_000)],
  ...[[null], [[]], [5], [{}], {}, { a: 1 }, { length: 1 }],
];

/** Invalid JSON, or JSON that attacks the prototype. */
const brokenTexts = ['', '{broken', 'undefined', '[', '{"__proto__":{"photos":[],"orderId":"1"}}', '\u0000'];

/** Returns texts that the app must not accept in place of `good`: invalid as a whole or in one part. */
function malformedTexts(good: unknown): string[] {
  return [...brokenTexts, ...[...fitNowhere, ...brokenCopies(good)].map(value => JSON.stringify(value))];
}

/** Returns copies of a value, each with one part of a wrong type, at any depth. */
function brokenCopies(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  return entries.flatMap(([name, part]) =>
    [...wrongTypes(name, part), ...brokenCopies(part)].map(broken => withPart(value, name, broken)),
  );
}

function wrongTypes(name: string, part: unknown): unknown[] {
  // API ids may be numbers or texts, so neither is wrong.
  if (typeof part === 'string')
    return [...(/^(train|generate|order)Id$/.test(name) ? [] : [5]), { a: 1 }, ['a'], true];
  if (typeof part === 'number')
    return [...(/^(id|templateId)$/.test(name) ? [] : ['five']), { a: 1 }, [1], true];
  return ['text', 5, typeof part === 'boolean' ? {} : true];
}

function withPart(value: object, name: string, part: unknown): unknown {
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === name ? part : item))
    : { ...value, [name]: part };
}

const knownLists = () => import('../../../src/flows/lists/known-lists.ts');

/** Functions that read the value under each key as the app does. */
const readers: Record<keyof typeof good, () => Promise<unknown>> = {
  async 'tyy.token'() {
    // A page reads the token only once, so open another page.
    await openPage();
    await (await import('../../../src/state/session.ts')).loadToken();
  },
  'tyy.user': async () => (await import('../../../src/state/session.ts')).loadUserLastSeen(),
  'tyy.job': async () => (await import('../../../src/state/current-job.ts')).loadJob(),
  'tyy.order': async () => (await import('../../../src/state/order.ts')).loadOrder(),
  async 'tyy.wizard'() {
    const { clearWizard, restoreWizard } = await import('../../../src/state/wizard.ts');
    const saved = shell.cache.get('tyy.wizard') ?? '';
    await clearWizard();
    shell.cache.set('tyy.wizard', saved);
    await restoreWizard();
  },
  async 'tyy.home-pics'() {
    // loadHomePics does not wait for the saved pictures, so wait here.
    const show = vi.fn();
    await (await import('../../../src/flows/pics/load-home-pics.ts')).loadHomePics(show);
    await waitFor(() => expect(show.mock.calls.length + warn.mock.calls.length).toBeGreaterThan(0));
  },
  async 'tyy.ad-jobs'() {
    (await import('../../../src/state/session.ts')).setUser(good['tyy.user']);
    await (await import('../../../src/flows/jobs/wait-for-job.ts')).showMakingAd('t1');
  },
  'tyy.favourites': async () => (await import('../../../src/state/favourites.ts')).loadFavourites(),
  'tyy.templates': async () => (await import('../../../src/flows/wizard/load-templates.ts')).lastTemplates(),
  'tyy.jobs': async () => (await knownLists()).getKnownJobs(1),
  'tyy.pics': async () => (await knownLists()).getKnownPics('g1'),
  'tyy.statements': async () => (await knownLists()).getKnownStatements(1),
  'tyy.packs': async () => (await knownLists()).getKnownProducts('coins'),
  'tyy.plans': async () => (await knownLists()).getKnownProducts('subscriptions'),
};

let shell: FakeShell;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  shell = openFakeShell();
});

/** Opens a new page in the native app. */
async function openPage(): Promise<void> {
  vi.resetModules();
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
}

/** Saves a text under a key; returns true if the app accepts it. */
async function isTaken(key: keyof typeof readers, text: string): Promise<boolean> {
  warn.mockClear();
  shell.cache.set(key, text);
  const reads = shell.callsOf('readCache').length;
  await readers[key]().catch(() => undefined);
  await waitFor(() => expect(shell.callsOf('readCache').length).toBeGreaterThan(reads));
  if (warn.mock.calls.length === 0) return true;
  await waitFor(() => expect(shell.cache.get(key)).not.toBe(text));
  return false;
}

const readable = Object.keys(readers) as (keyof typeof readers)[];

test.each(readable)('a saved value for %s with a part of a wrong type is removed and logged', async key => {
  await openPage();
  for (const text of malformedTexts(good[key])) {
    expect(await isTaken(key, text), text.slice(0, 200)).toBe(false);
  }

  await openPage();
  expect(await isTaken(key, JSON.stringify(good[key]))).toBe(true);
  expect(shell.cache.get(key)).toBe(JSON.stringify(good[key]));
});

test.each<[keyof typeof readers, object]>([
  ['tyy.templates', { language: 'en', templates: [{ id: 7, title: 'Silk', picUrl: '/template-pics/7' }] }],
  ['tyy.user', { userId: 'u1', vipLevel: 0, coins: 0 }],
  ['tyy.jobs', known([{ ...job, refusedPhotos: undefined, progress: undefined }])],
])('a saved %s of an earlier version, with fewer fields, can be read', async (key, value) => {
  await openPage();
  expect(await isTaken(key, JSON.stringify(value))).toBe(true);
});

test.each<[keyof typeof readers, object]>([
  ['tyy.job', { ...job, status: 'sleeping' }],
  ['tyy.job', { ...job, progress: 101 }],
  ['tyy.order', { ...good['tyy.order'], kind: 'gold' }],
  ['tyy.order', { ...good['tyy.order'], payUrl: 'javascript:alert(1)' }],
  ['tyy.wizard', { ...good['tyy.wizard'], step: 'last' }],
  ['tyy.wizard', { ...good['tyy.wizard'], photos: Array(6).fill(photo) }],
  ['tyy.wizard', { ...good['tyy.wizard'], photos: [{ ...photo, status: 'lost' }] }],
  ['tyy.wizard', { ...good['tyy.wizard'], attemptId: 'два' }],
  ['tyy.user', { ...good['tyy.user'], vipExpireTime: 1e300 }],
  ['tyy.favourites', [{ id: '1', generateId: 2 }]],
  ['tyy.home-pics', { background: 'http://[', steps: ['', '', ''] }],
  ['tyy.templates', { language: 'en', templates: [{ id: 7, title: 'Silk', picUrl: 'http://[' }] }],
  ['tyy.statements', known([{ id: 's', time: -1, change: 0, remaining: 0, reason: '' }])],
])('a saved %s with a value out of range is removed: %j', async (key, value) => {
  await openPage();
  expect(await isTaken(key, JSON.stringify(value))).toBe(false);
});

test('a token in local storage that is not valid in an HTTP header is removed', async () => {
  for (const token of ['', 'два', 'a\nb', 'x'.repeat(5000)]) {
    localStorage.setItem('tyy.token', token);
    await openPage();
    expect((await import('../../../src/state/session.ts')).session.token).toBeNull();
    expect(localStorage.getItem('tyy.token')).toBeNull();
  }
});

test('after the return from a login, an invalid saved sign-in shows a message and causes no exception', async () => {
  for (const text of malformedTexts({ state: 's1', path: '/pic-list' })) {
    await openPage();
    sessionStorage.setItem('tyy.sign-in', text);
    const { finishSignIn } = await import('../../../src/flows/account/sign-in.ts');
    const { overlay } = await import('../../../src/state/overlay.ts');
    await finishSignIn(new URLSearchParams({ state: 's1', access_token: 'a' }));
    expect(overlay.notes, text.slice(0, 200)).toMatchObject([{ message: 'sign-in.not-ours' }]);
    expect(sessionStorage.getItem('tyy.sign-in')).toBeNull();
  }
});

test.each(['de', '__proto__'])('an unknown saved language (%s) is removed', async saved => {
  localStorage.setItem('tyy.language', saved);
  await openPage();
  const { start } = await import('../../../src/flows/app/start.ts');
  await start();
  expect((await import('../../../src/i18n/i18n.ts')).language()).toBe('en');
  expect(localStorage.getItem('tyy.language')).toBeNull();
});
