import { expect, test } from 'vitest';
import { inspectPhoto } from '../server/generator/vision/inspect-photo.ts';
import { openCoachInNode } from './coach/coach-in-node.ts';
import { makePhotoSet } from './coach/photo-set.ts';

/** The minimum share of photos on which coach and server must agree. */
const leastAgreement = 0.95;

test('the coach on the phone and the check on the server agree on at least 95 % of test photos', async () => {
  const look = await openCoachInNode();
  const photos = await makePhotoSet();
  const differences: string[] = [];

  for (const { name, bytes } of photos) {
    const server = (await inspectPhoto(bytes, true)).problems;
    // Ignore tilted heads: the coach warns about them, but the server accepts them.
    const coach = (await look(bytes)).problems.filter(problem => problem !== 'tilted');
    if (coach.length > 0 !== server.length > 0)
      differences.push(`${name}: server [${server}], coach [${coach}]`);
  }

  const agreement = 1 - differences.length / photos.length;
  expect(agreement, differences.join('\n')).toBeGreaterThanOrEqual(leastAgreement);
});
