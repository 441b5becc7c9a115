import { afterEach, beforeEach, expect, test } from 'vitest';
import { countMostMade } from '../../../server/services/housekeeping.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { deleteJob, finishJob } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

const day = 24 * 60 * 60_000;

let backend: TestBackend;

beforeEach(async () => {
  backend = await openTestBackend({ GENERATE_COST: '1' }, { housekeepingPause: 100 });
});

afterEach(() => backend.close());

const make = (user: TestUser, templateId: number) => finishJob(user, 5, templateId);

/** Ids of the templates that this user sees marked as popular. */
async function popular(user: TestUser): Promise<number[]> {
  const { list } = (await user.get('getTemplates', { page_size: 100 })).data;
  return list.flatMap(({ id, is_popular }) => (is_popular ? [id] : []));
}

const countedOn = async (): Promise<string | undefined> => {
  const rows = await backend.services.db.query.selectFrom('popular_templates').select('day').execute();
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.day;
};

/** Moves the clock to the next day, waits for that day's count, and clears cached responses. */
async function nextDay(): Promise<void> {
  backend.clock.ahead += day;
  const today = new Date(backend.services.clock()).toISOString().slice(0, 10);
  await waitFor('the count', async () => (await countedOn()) === today);
  backend.services.templates.forget();
}

test('a template is popular for 30 days if many users make pics with it, but not if only one user does', async () => {
  const users = await Promise.all(
    ['A', 'B', 'C', 'D', 'E'].map(name => signIn(backend, `${name} most made`)),
  );
  const [ann, ben] = users as [TestUser, TestUser];
  expect(await popular(ann)).toEqual([]);

  await Promise.all(users.map(user => make(user, 11)));
  await Promise.all(users.slice(1).map(user => make(user, 3)));
  for (let jobs = 0; jobs < 8; jobs++) await make(ann, 4);
  await nextDay();
  expect(await popular(ann)).toEqual([11]);
  const { clock } = backend;
  const made = clock.ahead;
  clock.ahead += 27 * day;
  await nextDay();
  expect(await popular(ann)).toEqual([11]);
  await nextDay();
  expect(await popular(ann)).toEqual([]);

  clock.ahead = made;
  await deleteJob(ben, await make(ben, 5));
  await ben.post('deleteAccount');
  await nextDay();
  expect(await popular(ann)).toEqual([]);
});

test('at most six offered templates are popular, and concurrent counts by several processes agree', async () => {
  const ann = await signIn(backend, 'Ann who looks');
  await nextDay();
  const { db, templates } = backend.services;
  await Promise.all([countMostMade(backend.services), countMostMade(backend.services)]);
  const today = (await countedOn())!;

  const template_ids = [10, 1, 11, 3, 4, 5, 7, 8, 987_654];
  await db.query.updateTable('popular_templates').set({ template_ids }).execute();
  await db.query.insertInto('template_choices').values({ template_id: 11, is_on: false }).execute();
  templates.forget();
  expect((await popular(ann)).toSorted()).toEqual([1, 10, 3, 4, 5, 7]);
  // Counting again on the same day changes nothing.
  await countMostMade(backend.services);
  templates.forget();
  expect(await countedOn()).toBe(today);
  expect(await popular(ann)).toHaveLength(6);
});
