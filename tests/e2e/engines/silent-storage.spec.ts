import { accountOf } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expect, signInScript, test, wrongClock } from '../support/engine-story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** A page's script under which IndexedDB never says anything. */
const silentDatabase = 'IDBFactory.prototype.open = () => ({});';

for (const name of ['Firefox', 'WebKit', 'shell'] as const) {
  test(`in ${name}, a database that never responds is told, and the photo leads to the price`, {
    tag: '@long',
  }, async ({ start, origin, user, native }) => {
    const engine = await start(name);
    const { tab } = engine;
    await engine.before(signInScript(user) + silentDatabase);
    await tab.open(`${origin}/tyy/make-pic?step=front`);
    await tab.pick(text('make-pic.front-add'), [portrait]);
    await tab.see(text('make-pic.not-saved'));
    await tab.press(text('make-pic.continue'));
    await tab.press(text('make-pic.skip'));
    await tab.press('', 'radio', 1);
    await tab.press(text('make-pic.use'));
    await tab.see(text('make-pic.confirm'));
    if (name === 'shell') expect(native.callsOf('writeCache').length).toBeGreaterThan(0);
  });
}

for (const minutes of [10, -10]) {
  test(`in a shell whose clock is wrong by ${minutes} minutes, an ad earns coins and a photo is uploaded`, {
    tag: '@long',
  }, async ({ start, origin, user }) => {
    const engine = await start('shell');
    const { tab } = engine;
    await engine.before(wrongClock(minutes));
    await tab.open(`${origin}/tyy/personal-center`);
    await tab.press(text('ad-entry.closed', { count: 15 }));
    await tab.press(text('ad-entry.open', { count: 15 }));
    await tab.see(text('ad-entry.reward', { count: 15 }));
    expect((await accountOf(user)).coins).toBe(65);
    await tab.open(`${origin}/tyy/make-pic?step=front`);
    await tab.pick(text('make-pic.front-add'), [portrait]);
    await tab.until(`return document.querySelector('main div[data-status=ready]') !== null;`);
  });
}
