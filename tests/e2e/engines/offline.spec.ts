import { aFinishedJob } from '../../support/api/a-job.ts';
import { openDetour } from '../support/detour.ts';
import { signInScript, test } from '../support/engine-story.ts';
import { keptScript } from '../support/kept-text.ts';
import { text } from '../support/words.ts';

/** A page script that makes the browser report that it is offline while `story.offline` is set. */
const offlineByName = `if (localStorage.getItem('story.offline'))
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });`;

const isPrice = `return document.querySelector('input[type=radio]') !== null;`;

for (const name of ['Firefox', 'WebKit'] as const) {
  test(`in ${name}, the screens My pictures and Get coins show their last loaded lists offline`, {
    tag: '@long',
  }, async ({ start, origin, user }) => {
    await aFinishedJob(user);
    const detour = await openDetour(origin);
    const engine = await start(name);
    const { tab } = engine;
    await engine.before(signInScript(user) + offlineByName);
    const screens = [
      ['/pic-list', () => tab.see(text('pic-list.done')), 'offline.mark', 'tyy.jobs'],
      ['/recharge', () => tab.until(isPrice), 'pay.offline', 'tyy.packs'],
    ] as const;
    for (const [path, isShown, , key] of screens) {
      await tab.open(`${detour.origin}/tyy${path}`);
      await isShown();
      await tab.until(keptScript(key, '"value"'), `${key} is kept`);
      // Wait, because WebKit never finishes installing a service worker if the page closes within 40 ms.
      await tab.until('return navigator.serviceWorker.controller !== null;', 'the service worker');
    }
    detour.close();

    // Test before and after the browser reports the lost network, because it may do so late or never.
    for (const isNoticed of [false, true]) {
      for (const [path, isShown, words] of screens) {
        await tab.open(`${detour.origin}/tyy${path}`);
        await isShown();
        await tab.see(text(isNoticed ? words : 'offline.maybe'));
      }
      await tab.run(`localStorage.setItem('story.offline', '1')`);
    }
  });
}
