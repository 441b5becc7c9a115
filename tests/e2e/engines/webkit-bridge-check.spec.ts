import { NativeShell } from '../../support/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { pressScript } from '../../webkit/in-page.ts';
import { WebKitShell } from '../../webkit/webkit-shell.ts';
import { expect, test } from '../support/backends.ts';

const report = 'return document.querySelector("textarea").value';
const byHand =
  'takePhoto openAlbum importPicture savePicture pay subscription restore share login showFullScreenAd showRewardedAd';

let native: NativeShell;
let shell: WebKitShell;

test.beforeEach(async ({ baseURL }) => {
  native = new NativeShell({ origin: baseURL ?? '', userName: `Checker ${Date.now()}`, photo: portrait });
  shell = await WebKitShell.start(native);
  shell.open(`${baseURL}/sandbox/bridge-check`);
});
test.afterEach(() => shell.stop());

async function press(name: string): Promise<void> {
  await expect.poll(() => shell.run(pressScript('button', name)).catch(String), { message: name }).toBe(true);
}

async function reports(line: RegExp): Promise<void> {
  await expect.poll(() => shell.run<string>(report).catch(String)).toMatch(line);
}

test('in real WebKit, the bridge check passes in a right shell', async () => {
  await press('Check what needs no hand');
  await reports(/^passed {2}One reply a call:/m);
  for (const method of byHand.split(' ')) {
    await press(method);
    await reports(new RegExp(`^passed {2}${method}:`, 'm'));
  }
  await press('A picture of 12 megapixels');
  await press('One reply a call');
  await reports(/^21 passed, 0 failed, 2 open$/m);
  await reports(/called through webkit.messageHandlers \(iOS\)/);
});

test('in real WebKit, a wrong shell is told what is wrong, also after a reload with the pay sheet open', {
  tag: '@long',
}, async () => {
  native.on('writeCache', ({ key, value }) => {
    native.cache.set(key, value.slice(1));
    return { code: 0, data: {} };
  });
  native.on('login', () => ({ malformed: { token: 7 } }));
  await press('Check what needs no hand');
  await press('login');
  await reports(/^FAILED {2}readCache: the key holds/m);
  await reports(/^FAILED {2}login: data.login_type is not a text/m);

  // Sold, and the reply never comes.
  native.on('pay', async ({ order_id }) => {
    await native.store.sell({ order_id });
    return null;
  });
  await press('A reload while the pay sheet is open');
  await shell.run('window.isOldPage = true; return true');
  await expect.poll(() => shell.run('return window.isOldPage === undefined').catch(String)).toBe(true);
  await press('A reload while the pay sheet is open');
  await reports(/^passed {2}A reload while the pay sheet is open: restore handed out the receipt/m);
});
