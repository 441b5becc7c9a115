import { signInAt } from '../../support/api.ts';
import { expect, test } from '../support/backends.ts';
import { openDetour } from '../support/detour.ts';
import { type FirefoxPage, openFirefox } from '../support/firefox.ts';
import { expectBareFile, photoWithPlace } from '../support/photo-with-place.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

let firefox: FirefoxPage;
test.beforeEach(async () => {
  firefox = await openFirefox();
});
test.afterEach(() => firefox.close());

test('in Firefox, a guest signs in, gives a photo and gets a picture', async ({ baseURL }) => {
  const { page, press, makePics } = firefox;
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(String(error)));

  await page.goto(`${baseURL}/tyy/`);
  await press(text('home.make'));
  const userName = `Firefox ${process.pid} ${Date.now()}`;
  await page.locator('input[name=name]').fill(userName);
  await page.locator('button[value=sign-in]').click();

  await makePics(await photoWithPlace(), 768);
  await expectBareFile(await signInAt(baseURL ?? '', userName), { width: 900, height: 1200 });
  expect(problems).toEqual([]);
});

test('in Firefox, the first visit offers no new version, however slow the start; a release is offered, once', {
  tag: '@long',
}, async ({ baseURL }) => {
  const { page, press } = firefox;
  const detour = await openDetour(baseURL ?? '');
  const worker = await (await fetch(`${baseURL}/tyy/service-worker.js`)).text();
  await page.evaluateOnNewDocument(() => {
    const { setTimeout: wait } = window;
    // A worker that is not active after 200 ms counts as one that waits; here each one takes longer than that.
    const patience = 200;
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0) => (delay === patience ? run() : wait(run, delay)),
    });
  });
  await page.goto(`${detour.origin}/tyy/term`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  const release = { type: 'text/javascript', body: `${worker}// The next release.` };
  detour.respond = path => (path.endsWith('/service-worker.js') ? release : null);
  await page.evaluate(async () => {
    Object.assign(window, { isOldPage: true });
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const offer = `::-p-xpath(//*[text()="${text('update.ready')}"])`;
  await page.waitForSelector(offer);
  // An offer stays until it is used: one from the first visit would be here too.
  expect(await page.$$eval(offer, found => found.length)).toBe(1);

  await press(text('update.take'));
  await page.waitForFunction(() => !('isOldPage' in window) && navigator.serviceWorker.controller !== null);
  detour.close();
});
