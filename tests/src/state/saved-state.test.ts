import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Favourite } from '../../../src/state/favourites.ts';
import type { JobIds } from '../../../src/state/job.ts';
import type { SavedOrder } from '../../../src/state/order.ts';
import { type FakeShell, openFakeShell } from '../../support/phone/fake-shell.ts';
import { good, job } from '../../support/saved-values.ts';

let shell: FakeShell;
let making: typeof import('../../../src/state/current-job.ts');
let orders: typeof import('../../../src/state/order.ts');
let session: typeof import('../../../src/state/session.ts');

async function openPage(): Promise<void> {
  vi.resetModules();
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  making = await import('../../../src/state/current-job.ts');
  orders = await import('../../../src/state/order.ts');
  session = await import('../../../src/state/session.ts');
}

beforeEach(() => {
  shell = openFakeShell();
  return openPage();
});

const savedHere = () => JSON.parse(localStorage.getItem('tyy.job') ?? 'null');
const savedByPhone = () => JSON.parse(shell.cache.get('tyy.job') ?? 'null');
const saveOnPhone = (key: string, value: unknown) => shell.cache.set(key, JSON.stringify(value));
const ids = (trainId: JobIds['trainId'], generateId: JobIds['generateId']) => ({ trainId, generateId });

test.each<[one: JobIds, other: JobIds, isSame: boolean]>([
  [ids('t', 'g'), ids('t', 'g'), true],
  [ids('t', ''), ids('t', 'g'), true],
  [ids('', 'g'), ids('t', 'g'), true],
  [ids(7, 'g'), ids('7', 'g'), true],
  [ids('t', 'g'), ids('t', 'h'), false],
  [ids('s', 'g'), ids('t', 'g'), false],
  [ids('t', ''), ids('', 'g'), false],
  [ids('', ''), ids('', ''), false],
])('%j and %j are the same job: %s', (one, other, isSame) => {
  expect(making.isSameJob(one, other)).toBe(isSame);
});

test('a job is saved in local storage and on the phone if its ids or status change, and cleared from both', async () => {
  making.saveJob(job);
  await waitFor(() => expect(savedByPhone()).toEqual(job));
  const further = { ...job, progress: 80 };
  making.saveJob(further);
  expect(making.currentJob.job).toEqual(further);
  expect(savedHere()).toEqual(job);

  const done = { ...further, status: 'done' as const };
  for (const next of [done, { ...done, trainId: 't2' }, { ...done, trainId: 't2', generateId: 'g2' }]) {
    making.saveJob(next);
    expect(savedHere()).toEqual(next);
    await waitFor(() => expect(savedByPhone()).toEqual(next));
  }

  making.clearJob();
  expect([making.currentJob.job, savedHere()]).toEqual([null, null]);
  await waitFor(() => expect(savedByPhone()).toBeNull());
});

test.each(['to-be-audited', 'auditing', 'refused', 'generating', 'done', 'failed', 'unknown'])(
  'if local storage was evicted, the phone still has the job, saved by an earlier version as %s',
  async status => {
    saveOnPhone('tyy.job', { trainId: 't1', generateId: 7, status });
    await making.loadJob();
    expect(making.currentJob.job).toMatchObject({ trainId: 't1', generateId: 7, status, pics: [], coins: 0 });
    expect(savedHere()).toMatchObject({ status });
  },
);

test('loading the saved job does not replace a job that the page gets meanwhile', async () => {
  saveOnPhone('tyy.job', { ...job, trainId: 't0', generateId: 'g0' });
  const loading = making.loadJob();
  making.saveJob(job);
  await loading;
  expect(making.currentJob.job).toEqual(job);
});

test('loading the saved order does not replace the order that the page already has', async () => {
  const order = { ...good['tyy.order'], storePrice: null } as SavedOrder;
  await orders.saveOrder(order, 'unfinished');
  saveOnPhone('tyy.order', { ...order, orderId: 'o0' });
  expect(await orders.loadOrder()).toEqual(order);
});

test('an order that an earlier app version saved with only its id is read as an unpaid order for coins', async () => {
  saveOnPhone('tyy.order', { orderId: 7 });
  const names = { title: '', productId: '', payment: '', channel: null, payUrl: null, storePrice: null };
  const amounts = { coins: 0, payAmount: 0, started: null, receipt: null };
  expect(await orders.loadOrder()).toEqual({ orderId: 7, kind: 'coins', ...names, ...amounts });
});

test('a token and its user are saved in local storage and on the phone, and removed from both', async () => {
  const user = good['tyy.user'];
  session.saveToken('abc');
  session.saveUser(user);
  expect(localStorage.getItem('tyy.token')).toBe('abc');
  await waitFor(() => expect(shell.cache.get('tyy.token')).toBe('"abc"'));
  await waitFor(async () => expect(await session.loadUserLastSeen()).toEqual(user));

  session.clearToken();
  expect(session.session).toMatchObject({ token: null, user: null });
  expect(localStorage.getItem('tyy.token')).toBeNull();
  await waitFor(() => expect(shell.cache.has('tyy.token')).toBe(false));
});

test('a user whom the server returns after the log-out is not saved', async () => {
  session.saveUser(good['tyy.user']);
  expect(session.session.user).toBeNull();
  expect(await session.loadUserLastSeen()).toBeNull();
});

test("a page loads the phone's token only once, and does not replace a newer token by it", async () => {
  saveOnPhone('tyy.token', 'abc');
  const loading = session.loadToken();
  session.saveToken('newer');
  await loading;
  expect(session.session.token).toBe('newer');

  localStorage.clear();
  saveOnPhone('tyy.token', 'abc');
  await openPage();
  await Promise.all([session.loadToken(), session.loadToken()]);
  expect(session.session.token).toBe('abc');
  expect(localStorage.getItem('tyy.token')).toBe('abc');
  session.clearToken();
  saveOnPhone('tyy.token', 'abc');
  await session.loadToken();
  expect(session.session.token).toBeNull();
});

test("when a tab takes over a newer token from another tab, the old user's data and screens are cleared", async () => {
  const { entryMemory } = await import('../../../src/platform/entry-memory.ts');
  session.saveToken('abc');
  session.setUser(good['tyy.user']);
  const memory = entryMemory<string>('list');
  memory.save('theirs');
  expect(session.takeNewerToken()).toBe(false);
  expect(session.session.user).not.toBeNull();
  expect(memory.read()).toBe('theirs');

  localStorage.setItem('tyy.token', 'newer');
  expect(session.takeNewerToken()).toBe(true);
  expect(session.session).toMatchObject({ token: 'newer', user: null });
  expect(memory.read()).toBeUndefined();

  localStorage.removeItem('tyy.token');
  expect(session.takeNewerToken()).toBe(false);
  expect(session.session.token).toBe('newer');
});

test('favourites that the user adds before the saved favourites have loaded are added to the saved favourites', async () => {
  const { favourites, loadFavourites, removeFavourites, toggleFavourite } = await import(
    '../../../src/state/favourites.ts'
  );
  const saved = () => JSON.parse(shell.cache.get('tyy.favourites') ?? 'null');
  saveOnPhone('tyy.favourites', ['1', '2']);
  const [two, three] = ['2', '3'].map(id => ({ id, generateId: 'g' })) as [Favourite, Favourite];
  await Promise.all([loadFavourites(), toggleFavourite(two), toggleFavourite(three)]);
  const one = { id: '1', generateId: '' };
  expect(favourites.list).toEqual([one, two, three]);
  expect(saved()).toEqual([one, two, three]);

  await toggleFavourite(two);
  expect(saved()).toEqual([one, three]);
  await removeFavourites(({ generateId }) => generateId === 'g');
  expect(saved()).toEqual([one]);
});

test('takeEndedJob returns true once for a job that has ended while the user was watching', async () => {
  const { noteEndedJob, takeEndedJob } = await import('../../../src/state/current-job.ts');
  expect(takeEndedJob('null')).toBe(false);
  noteEndedJob(7);
  expect(['8', '7', '7'].map(takeEndedJob)).toEqual([false, true, false]);
});
