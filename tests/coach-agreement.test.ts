import { expect, test } from 'vitest';
import { inspectPhoto } from '../server/generator/vision/inspect-photo.ts';
import { openCoachInNode } from './coach/coach-in-node.ts';
import { makePhotoSet } from './coach/photo-set.ts';

/** The least share of photos for which the coach and the server must find the same problems. */
const leastAgreement = 0.95;

test('the coach on the phone finds the same problems in photos as the server', async () => {
  const look = await openCoachInNode();
  const photos = await makePhotoSet();
  const differences: string[] = [];
  let sameWord = 0;

  for (const { name, bytes } of photos) {
    const server = (await inspectPhoto(bytes, true)).problems;
    // The coach advises against a tilted head, but the server never refuses one.
    const coach = (await look(bytes)).problems.filter(problem => problem !== 'tilted');
    if (String(coach) === String(server)) sameWord++;
    if (coach.length > 0 !== server.length > 0)
      differences.push(`${name}: server [${server}], coach [${coach}]`);
  }

  const agreement = 1 - differences.length / photos.length;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.warn(
    `coach and server on ${photos.length} photos: the same verdict on ${percent(agreement)}, ` +
      `the same words on ${percent(sameWord / photos.length)}${['', ...differences].join('\n  ')}`,
  );
  expect(agreement).toBeGreaterThanOrEqual(leastAgreement);
});
