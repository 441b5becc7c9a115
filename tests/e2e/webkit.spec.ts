import { expect, test } from '@playwright/test';
import { NativeShell } from '../support/native-shell.ts';
import { pressScript, showsScript } from '../webkit/in-page.ts';
import { WebKitShell } from '../webkit/webkit-shell.ts';
import { portrait } from './support/story.ts';
import { wordsOf } from './support/words.ts';

const text = wordsOf('en');

let native: NativeShell;
let shell: WebKitShell;
let origin: string;

test.beforeEach(async ({ baseURL }) => {
  origin = baseURL ?? '';
  native = new NativeShell({ origin, person: `WebKit ${process.pid} ${Date.now()}`, photo: portrait });
  shell = await WebKitShell.start(native);
});
test.afterEach(() => shell.stop());

/** Waits for something to press, and presses it. */
async function press(name: string, role: 'button' | 'radio' = 'button', place = 0): Promise<void> {
  await expect.poll(() => shell.run(pressScript(role, name, place)), { message: `press ${name}` }).toBe(true);
}

/** Waits for words on the page. */
async function see(words: string): Promise<void> {
  await expect.poll(() => shell.run(showsScript(words)), { message: `see ${words}` }).toBe(true);
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
    .poll(() => shell.run('return location.pathname'), { timeout: 90_000, message: 'the picture' })
    .toBe('/tyy/pic');
  await press(text('pic.save'));
  await see(text('pic.saved'));
  const saved = await request.get(String(native.callsOf('savePicture')[0]?.params.url));
  expect(saved.headers()['content-type']).toBe('image/jpeg');

  expect(native.callsOf('login')).toHaveLength(1);
  expect(native.callsOf('importPicture').map(call => call.params)).toEqual([{ count: 1 }]);
  expect(native.callsOf('showFullScreenAd')).toHaveLength(1);
  expect(native.cache.has('tyy.token')).toBe(true);
});

test('in real WebKit, coins are paid in the phone, and a refusal is shown', async () => {
  native.refuseNext('pay', { code: 6001, message: 'Payment was cancelled' });
  shell.open(`${origin}/tyy/recharge`);
  await press('Pay ');
  await see('Payment was cancelled');
  await press('Pay ');
  await see(text('gold-coins', 150));
  expect(native.callsOf('pay')).toHaveLength(2);
});
