import { signInScript, test } from '../support/engine-story.ts';
import { keptScript } from '../support/kept-text.ts';
import { text } from '../support/words.ts';

/** A page script that simulates slow storage: while `writesAreSlow` is true, writes do not complete. */
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

// Skip Firefox, because its back/forward cache keeps no page with open writes.
for (const name of ['WebKit', 'shell'] as const) {
  test(`in ${name}, a page left during a write does not block the next page’s database, and works again after Back`, {
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
