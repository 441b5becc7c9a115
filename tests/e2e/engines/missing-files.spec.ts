import { portrait } from '../../support/portrait.ts';
import { openDetour } from '../support/detour.ts';
import { expect, signInScript, test } from '../support/engine-story.ts';
import { inShortForm } from '../support/story.ts';
import { text } from '../support/words.ts';

for (const name of ['Firefox', 'WebKit'] as const) {
  test(
    `in ${name}, “Try again” reloads a script that failed once`,
    inShortForm(name === 'Firefox'),
    async ({ start, origin, user }) => {
      const detour = await openDetour(origin);
      const requests: string[] = [];
      let isReleasing = true;
      detour.respond = path => {
        if (path.endsWith('/service-worker.js')) return { status: 404, type: 'text/plain', body: '' };
        if (!path.includes('/assets/upload-photos-')) return null;
        requests.push(path);
        return isReleasing ? { status: 503, type: 'text/plain', body: '' } : null;
      };
      const engine = await start(name);
      const { tab } = engine;
      await engine.before(signInScript(user));
      await tab.open(`${detour.origin}/tyy/make-pic?step=front`);
      await tab.pick(text('make-pic.front-add'), [portrait]);
      await tab.see(text('make-pic.upload-failed'));
      expect(requests).not.toEqual([]);

      isReleasing = false;
      await tab.press(text('retry'));
      await tab.until(`return document.querySelector('main div[data-status=ready]') !== null;`, 'uploaded');
      detour.close();
    },
  );
}
