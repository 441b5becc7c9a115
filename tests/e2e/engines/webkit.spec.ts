import type { TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { type ApiUser, accountOf, signInAt } from '../../support/api.ts';
import { NativeShell } from '../../support/native-shell.ts';
import { pressScript, showsScript } from '../../webkit/in-page.ts';
import { WebKitShell } from '../../webkit/webkit-shell.ts';
import { expect, test } from '../support/backends.ts';
import { expectBareFile, photoWithPlace } from '../support/photo-with-place.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

let native: NativeShell;
let shell: WebKitShell;
let origin: string;
let user: ApiUser;

test.beforeEach(async ({ baseURL }) => {
  origin = baseURL ?? '';
  const userName = `WebKit ${process.pid} ${Date.now()}`;
  user = await signInAt(origin, userName);
  native = new NativeShell({ origin, userName, photo: await photoWithPlace() });
  shell = await WebKitShell.start(native);
});
test.afterEach(async ({ baseURL: _ }, info) => {
  if (info.status !== info.expectedStatus) await describeFailure(info);
  shell.stop();
});

/** What Playwright notes of its own pages: where the page was, what it showed, and what it had called. */
async function describeFailure(info: TestInfo): Promise<void> {
  const page = await shell.run('return location.href + "\\n" + document.body.innerText').catch(String);
  const calls = native.calls.map(({ method }) => method).join(' ');
  await info.attach('page', { body: `${page}\n\n${calls}`, contentType: 'text/plain' });
}

/** Waits for something to press, and presses it. */
function press(name: string, role: 'button' | 'radio' = 'button', place = 0): Promise<void> {
  return untilTrue(pressScript(role, name, place), `press ${name}`);
}

/** Waits for words on the page. */
function see(words: string): Promise<void> {
  return untilTrue(showsScript(words), `see ${words}`);
}

/** Waits until a script returns true; the page may go while it runs. Beside two other engines a photo takes it 10 s. */
async function untilTrue(script: string, message: string): Promise<void> {
  await expect.poll(() => shell.run(script).catch(String), { message, timeout: 30_000 }).toBe(true);
}

test('in real WebKit, from the first paint to a picture that the phone saves', async ({ request }) => {
  shell.open(`${origin}/tyy/`);
  await press(text('home.make'));
  await press(text('make-pic.add-photos'));
  await press(text('make-pic.front-add'));
  await press(text('make-pic.continue'));
  await press(text('make-pic.skip'));
  await press('', 'radio', 2);
  await press(text('make-pic.use'));
  await press(text('make-pic.make'));

  await expect
    .poll(() => shell.run('return location.pathname').catch(String), {
      timeout: 90_000,
      message: 'the picture',
    })
    .toBe('/tyy/pic');
  await expectBareFile(user, { width: 900, height: 1200 });
  await press(text('pic.save'));
  await see(text('pic.saved'));
  const saved = await request.get(String(native.callsOf('savePicture')[0]?.params.url));
  expect(saved.headers()['content-type']).toBe('image/jpeg');
  await press(text('pic.share'));
  await press(text('pic.share.send'));
  await expect.poll(() => native.callsOf('share').map(({ params }) => params)).toMatchObject([{ url: '' }]);

  await press(text('pic.compare'));
  await press(text('compare.save'));
  await expect.poll(() => native.callsOf('savePicture').length).toBe(2);
  const [, drawn = ''] = String(native.callsOf('savePicture')[1]?.params.url).split(',');
  const { format, xmp } = await sharp(Buffer.from(drawn, 'base64')).metadata();
  expect(format).toBe('jpeg');
  expect(xmp?.toString()).toContain('TC260:AIGC');

  expect(native.callsOf('login')).toHaveLength(1);
  expect(native.callsOf('importPicture').map(call => call.params)).toEqual([{ count: 5 }]);
  expect(native.callsOf('showFullScreenAd')).toHaveLength(1);
  expect(native.cache.has('tyy.token')).toBe(true);
});

test('in real WebKit, coins are paid in the phone, and a refusal is shown', async () => {
  native.refuseNext('pay', { code: 6001, message: 'Payment was cancelled' });
  shell.open(`${origin}/tyy/recharge`);
  await press('Pay ');
  await see('Payment was cancelled');
  expect((await accountOf(user)).coins).toBe(50);
  await press('Pay ');
  await see(text('gold-coins', { count: 150 }));
  expect(native.callsOf('pay')).toHaveLength(2);
  expect((await accountOf(user)).coins).toBe(150);
});

test('in real WebKit, a subscription is bought in the phone, and the banner is closed', {
  tag: '@long',
}, async () => {
  native.refuseNext('subscription', { code: 2, message: 'The purchase was cancelled' });
  shell.open(`${origin}/tyy/subscription`);
  await press('Get VIP · ');
  await see('The purchase was cancelled');
  await see(text('subscription.free'));
  expect(native.callsOf('closeBannerAd')).toHaveLength(0);

  await press('Get VIP · ');
  await see(text('subscription.active'));
  expect(native.callsOf('subscription').at(-1)?.params).toEqual({ product_id: 'vip_month' });
  await expect.poll(() => native.callsOf('closeBannerAd').length).toBeGreaterThan(0);
  expect((await accountOf(user)).vip_level).toBe(1);
});

test('in real WebKit, a subscription that the store account remembers is restored', {
  tag: '@long',
}, async () => {
  native.refuseNext('restore', { code: 2, message: 'Nothing was bought with this account' });
  shell.open(`${origin}/tyy/subscription`);
  await press(text('subscription.restore'));
  await see('Nothing was bought with this account');

  await native.store.sell({ product_id: 'vip_month' });
  await press(text('subscription.restore'));
  await see(text('subscription.active'));
  expect((await accountOf(user)).vip_level).toBe(1);
});

test('in real WebKit, an ad that was watched earns coins, one that was skipped earns nothing', {
  tag: '@long',
}, async () => {
  native.refuseNext('showRewardedAd', { code: 1, message: 'The ad was skipped' });
  shell.open(`${origin}/tyy/personal-center`);
  await press(text('ad-entry.closed', { count: 15 }));
  await press(text('ad-entry.open', { count: 15 }));
  await see('The ad was skipped');
  expect((await accountOf(user)).coins).toBe(50);

  await press(text('ad-entry.closed', { count: 15 }));
  await press(text('ad-entry.open', { count: 15 }));
  await see(text('ad-entry.reward', { count: 15 }));
  expect((await accountOf(user)).coins).toBe(65);
});
