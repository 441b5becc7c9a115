import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { array, number, string } from '../../../../src/platform/parse.ts';
import { later } from '../../../support/later.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';

/** Functions that each resume a delayed IndexedDB call. */
let held: (() => void)[] = [];
let isSilent = false;

vi.mock('idb-keyval', async () => {
  const fake = await import('../../../support/phone/fake-idb.ts');
  const holding =
    <A extends unknown[], T>(use: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      if (isSilent) await new Promise<void>(resolve => held.push(resolve));
      return use(...args);
    };
  return {
    ...fake,
    get: holding(fake.get),
    set: holding(fake.set),
    del: holding(fake.del),
    clear: holding(fake.clear),
  };
});

const never = () => new Promise<never>(() => {});

/** Waits for the work while the fake timers advance past its time limit. */
async function soon<T>(work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, vi.advanceTimersByTimeAsync(3000)]);
  return work;
}

beforeEach(() => {
  vi.resetModules();
  held = [];
  isSilent = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

test('if IndexedDB does not respond, values and photos stay in memory until the page closes', async () => {
  const { saved } = await import('../../../../src/platform/storage/saved.ts');
  const { photoBlobs } = await import('../../../../src/platform/storage/photo-blobs.ts');
  expect(await soon(saved('tyy.ad-jobs', array(string)).write(['7']))).toBe(false);

  // Do not advance the timers, because later calls must not wait again.
  const photo = new Blob(['a photo']);
  expect(await photoBlobs.save('1', photo)).toBe(false);
  expect(await photoBlobs.read('1')).toEqual({ blob: photo, isPrepared: false });
  expect(await saved('tyy.ad-jobs', array(string)).read()).toEqual(['7']);
  await expect(photoBlobs.read('2')).rejects.toMatchObject({ name: 'NoResponse' });
  await photoBlobs.remove('1');
  await photoBlobs.clear();
  const { checkpointsOf } = await import('../../../../src/platform/upload/put-in-parts.ts');
  expect(await checkpointsOf('1').read()).toBeNull();
});

test('the last value that was not saved is saved when IndexedDB responds again', async () => {
  const { writeText, readText } = await import('../../../../src/platform/storage/database.ts');
  await expect(soon(writeText('a', 'first'))).rejects.toMatchObject({ name: 'NoResponse' });
  await expect(writeText('a', 'second')).rejects.toMatchObject({ name: 'NoResponse' });

  isSilent = false;
  for (const end of held) end();
  await vi.advanceTimersByTimeAsync(0);

  expect(await readText('a')).toBe('second');
});

test('the time limit for a database call starts only after the call before it has ended', async () => {
  const { readText } = await import('../../../../src/platform/storage/database.ts');
  const reads = [readText('a'), readText('b')];
  await vi.advanceTimersByTimeAsync(2000);
  held[0]?.();
  await vi.advanceTimersByTimeAsync(2000);
  held[1]?.();
  expect(await Promise.all(reads)).toHaveLength(2);
});

test('in a native app with its own cache, saving a value does not wait for IndexedDB', async () => {
  const { cache } = openFakeShell();
  const { openBridge } = await import('../../../../src/platform/bridge/bridge.ts');
  await openBridge();
  const { saved } = await import('../../../../src/platform/storage/saved.ts');

  expect(await saved('tyy.ad-jobs', array(string)).write(['7'])).toBe(true);
  expect(cache.get('tyy.ad-jobs')).toBe('["7"]');
});

test("if the browser's locks never respond, the tab uses locks of its own", async () => {
  Object.defineProperty(navigator, 'locks', { value: { request: never, query: never }, configurable: true });
  const { exclusively, exclusiveWork } = await import('../../../../src/platform/tabs.ts');
  const done: number[] = [];
  const first = exclusively('a', async () => done.push(1));
  await vi.advanceTimersByTimeAsync(6000);
  await first;
  await exclusively('a', async () => done.push(2));
  expect(done).toEqual([1, 2]);
  expect(await exclusiveWork()).toBeNull();
});

test("a page waits for another tab's lock without a time limit", async () => {
  const free = later();
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => free.promise.then(work);
  const query = async () => ({ held: [{ name: 'a' }] });
  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true });
  const { exclusively } = await import('../../../../src/platform/tabs.ts');
  const work = vi.fn(async () => number(1));
  const done = exclusively('a', work);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).not.toHaveBeenCalled();

  free.resolve();
  expect(await done).toBe(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test('leaving a page waits for pending writes', async () => {
  const { endDatabaseUses, writeText } = await import('../../../../src/platform/storage/database.ts');
  const written = writeText('a', 'first');
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const left = vi.fn();
  const leaving = endDatabaseUses('/').then(left);
  await vi.advanceTimersByTimeAsync(1000);
  expect(left).not.toHaveBeenCalled();

  for (const end of held) end();
  await Promise.all([leaving, written]);
});

test('a page that the user is leaving does not use IndexedDB until the page is shown again', async () => {
  isSilent = false;
  const { get } = await import('../../../support/phone/fake-idb.ts');
  const { endDatabaseUses, writeText } = await import('../../../../src/platform/storage/database.ts');
  await endDatabaseUses('/');

  await expect(soon(writeText('left', 'while it leaves'))).rejects.toMatchObject({ name: 'NoResponse' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await get('left')).toBeUndefined();

  window.dispatchEvent(new Event('pageshow'));
  await writeText('left', 'when it is back');
  expect(await get('left')).toBe('when it is back');
});

test.each([
  ['https://shop.example/', false],
  ['mailto:help@example.com', true],
])('the app can use storage while %s opens: %s', async (address, isUsed) => {
  isSilent = false;
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const { leavePage } = await import('../../../../src/platform/leave-page.ts');
  const { writeText } = await import('../../../../src/platform/storage/database.ts');
  await leavePage(address);

  const end = await soon(writeText('a', 'b')).then(
    () => true,
    () => false,
  );
  expect(assign).toHaveBeenCalledWith(address);
  expect(end).toBe(isUsed);
});
