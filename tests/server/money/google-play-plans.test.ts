import { expect } from 'vitest';
import { signIn } from '../support/backend.ts';
import { test } from './google-play-world.ts';

const inDays = (days: number) => Date.now() + days * 24 * 60 * 60_000;

test('a subscription that follows another ends it, in any order, chain or repetition', async ({
  world,
  ann,
}) => {
  const first = await world.buy(ann, 101, { until: inDays(20) });
  await world.report(first);
  expect(await world.vipDays(ann)).toBe(20);
  // The second is never reported by itself before the third is.
  const second = await world.buy(ann, 101, { until: inDays(40), linked: first.token });
  const third = await world.buy(ann, 101, { until: inDays(50), linked: second.token });
  await Promise.all([world.report(third), world.handIn(ann, third)]);
  expect(await world.vipDays(ann)).toBe(50);
  for (const late of [second, first, third]) {
    expect(await world.report(late)).toBe(200);
    expect(await world.handIn(ann, late)).toMatchObject({ code: 0 });
  }
  expect(await world.vipDays(ann)).toBe(50);
});

test('a subscription that follows one of another user ends that one; one that follows none that is known counts', async ({
  world,
  ann,
}) => {
  const bob = await signIn(world.backend, 'Bob');
  const first = await world.buy(ann, 101, { until: inDays(30) });
  await world.report(first);
  const second = await world.buy(bob, 101, { until: inDays(40), linked: first.token });
  await world.report(second);
  await world.report(first);
  expect([await world.vipDays(ann), await world.vipDays(bob)]).toEqual([0, 40]);
  const alone = await world.buy(ann, 101, { until: inDays(30), linked: 'gone'.repeat(8) });
  await world.report(alone);
  expect(await world.vipDays(ann)).toBe(30);
});
