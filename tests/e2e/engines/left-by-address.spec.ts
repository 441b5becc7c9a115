import { openDetour } from '../support/detour.ts';
import { expect, signInScript, test } from '../support/engine-story.ts';
import { keptScript } from '../support/kept-text.ts';
import { text } from '../support/words.ts';

/** A page's script that simulates slow storage: a write lasts until the page lets it finish. */
const slowWrites = `{
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const writing = put.apply(this, given);
    const last = () => {
      if (window.writesAreSlow) this.getKey(0).onsuccess = last;
    };
    window.isWriting = window.writesAreSlow;
    last();
    return writing;
  };
}`;

// Firefox does not keep such a page in its back/forward cache.
for (const name of ['WebKit', 'shell'] as const) {
  test(`in ${name}, a page that leaves while it writes blocks no other page, and continues when it is back`, {
    tag: '@long',
  }, async ({ start, origin, user }) => {
    const engine = await start(name);
    const { tab } = engine;
    await engine.before(signInScript(user) + slowWrites);
    await tab.open(`${origin}/tyy/make-pic?step=front`);
    await tab.see(text('make-pic.front-add'));
    await tab.run('window.writesAreSlow = true;');
    await tab.pick(text('make-pic.front-add'), ['public/icons/icon-192.png']);
    await tab.until('return window.isWriting === true;', 'a write is under way');

    await tab.open(`${origin}/tyy/personal-center`);
    await tab.until(keptScript('tyy.token', ''), 'the database responds');

    await tab.back();
    await tab.until('window.writesAreSlow = false; return location.pathname.endsWith("/make-pic");', 'back');
    await tab.until(keptScript('tyy.token', ''), 'the database responds to the page that is back');
  });
}

for (const name of ['Firefox', 'WebKit', 'shell'] as const) {
  test(`in ${name}, Back leaves a loading screen`, { tag: '@long' }, async ({ start, origin, user }) => {
    const detour = await openDetour(origin);
    const engine = await start(name);
    const { tab } = engine;
    await engine.before(signInScript(user));
    await tab.open(`${detour.origin}/tyy/setting`);
    await tab.see(text('setting.language'));
    const held: string[] = [];
    detour.respond = path => {
      if (!/\/personal-center-[\w-]+\.js/.test(path)) return null;
      held.push(path);
      return 'never';
    };
    await tab.open(`${detour.origin}/tyy/personal-center`);
    await expect.poll(() => held).not.toEqual([]);

    await tab.back();
    await tab.see(text('setting.language'));
    await tab.until('return location.pathname.endsWith("/setting");', 'back');
    detour.close();
  });
}
