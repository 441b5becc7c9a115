import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import type { JobIds } from '../../../src/state/job.ts';
import { type FakeShell, openFakeShell } from '../../support/fake-shell.ts';
import { job } from '../../support/saved-values.ts';

let shell: FakeShell;
let making: typeof import('../../../src/state/making.ts');

const savedHere = () => JSON.parse(localStorage.getItem('tyy.job') ?? 'null');
const savedByPhone = () => JSON.parse(shell.cache.get('tyy.job') ?? 'null');

beforeEach(async () => {
  shell = openFakeShell();
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  making = await import('../../../src/state/making.ts');
});

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
])('whether %j and %j are one job: %s', (one, other, isSame) => {
  expect(making.isSameJob(one, other)).toBe(isSame);
});

test('a job is saved on page and phone, again only once it stands elsewhere, and is cleared from both', async () => {
  making.saveJob(job);
  await waitFor(() => expect(savedByPhone()).toEqual(job));
  expect(savedHere()).toEqual(job);

  const further = { ...job, progress: 80 };
  making.saveJob(further);
  expect(making.making.job).toEqual(further);
  expect(savedHere()).toEqual(job);

  const done = { ...further, status: 'done' as const };
  making.saveJob(done);
  expect(savedHere()).toEqual(done);
  await waitFor(() => expect(savedByPhone()).toEqual(done));

  for (const other of [
    { ...done, trainId: 't2' },
    { ...done, trainId: 't2', generateId: 'g2' },
  ]) {
    making.saveJob(other);
    expect(savedHere()).toEqual(other);
  }

  making.clearJob();
  expect(making.making.job).toBeNull();
  expect(savedHere()).toBeNull();
  await waitFor(() => expect(savedByPhone()).toBeNull());
});

test('where local storage was evicted the phone still has the job', async () => {
  shell.cache.set('tyy.job', JSON.stringify(job));
  await making.loadJob();
  expect(making.making.job).toEqual(job);
  expect(savedHere()).toEqual(job);
});

test('a job that this page knows, or learns of meanwhile, is not replaced by a saved one', async () => {
  const older = { ...job, trainId: 't0', generateId: 'g0' };
  shell.cache.set('tyy.job', JSON.stringify(older));
  const loading = making.loadJob();
  making.saveJob(job);
  await loading;
  expect(making.making.job).toEqual(job);

  shell.cache.set('tyy.job', JSON.stringify(older));
  const reads = shell.callsOf('readCache').length;
  await making.loadJob();
  expect(making.making.job).toEqual(job);
  expect(shell.callsOf('readCache')).toHaveLength(reads);
});

test.each(['to-be-audited', 'auditing', 'refused', 'generating', 'done', 'failed', 'unknown'])(
  'a job that was saved as %s, with what an earlier version saved, is shown',
  async status => {
    shell.cache.set('tyy.job', JSON.stringify({ trainId: 't1', generateId: 7, status }));
    await making.loadJob();
    expect(making.making.job).toMatchObject({ trainId: 't1', generateId: 7, status, pics: [], coins: 0 });
  },
);
