import { readFile } from 'node:fs/promises';
import { dataOf } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { openDetour } from '../support/detour.ts';
import { expect, signInScript, test } from '../support/engine-story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test('in a Firefox that resists fingerprinting, a photo is sent as it is, not as stripes, and no coach is loaded', async ({
  start,
  origin,
  user,
}) => {
  const detour = await openDetour(origin);
  const requests: string[] = [];
  detour.respond = path => {
    requests.push(path);
    return null;
  };
  const engine = await start('Firefox', { isResisting: true });
  const { tab } = engine;
  await engine.before(signInScript(user));
  await tab.open(`${detour.origin}/tyy/make-pic?step=front`);
  await tab.see(text('make-pic.front-add'));
  expect(await tab.shows(text('make-pic.selfie'))).toBe(false);
  await tab.pick(text('make-pic.front-add'), [portrait]);
  await tab.until(`return document.querySelector('main div[data-status=ready]') !== null;`, 'uploaded');
  expect(requests.filter(path => path.includes('upload-photos'))).not.toEqual([]);
  expect(requests.filter(path => /coach-worker|face-/.test(path))).toEqual([]);

  const { list } = await dataOf(user.get('getPhotos'));
  const stored = await fetch(list[0]!.pic_url);
  detour.close();
  expect(Buffer.from(await stored.arrayBuffer()).equals(await readFile(portrait))).toBe(true);
});
