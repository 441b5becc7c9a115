import { readFile } from 'node:fs/promises';
import { dataOf } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expect, signInScript, test } from '../support/engine-story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test('in a Firefox that resists fingerprinting, a photo is sent as it is, not as stripes', async ({
  start,
  origin,
  user,
}) => {
  const engine = await start('Firefox', { isResisting: true });
  const { tab } = engine;
  await engine.before(signInScript(user));
  await tab.open(`${origin}/tyy/make-pic?step=front`);
  expect(await tab.shows(text('make-pic.selfie'))).toBe(false);
  await tab.pick(text('make-pic.front-add'), [portrait]);
  await tab.until(`return document.querySelector('main div[data-status=ready]') !== null;`, 'uploaded');

  const { list } = await dataOf(user.get('getPhotos'));
  const stored = await fetch(list[0]!.pic_url);
  expect(Buffer.from(await stored.arrayBuffer()).equals(await readFile(portrait))).toBe(true);
});
