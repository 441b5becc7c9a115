import { expect, test } from '@playwright/test';
import { NativeShell } from '../../support/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { pressScript } from '../../webkit/in-page.ts';
import { WebKitShell } from '../../webkit/webkit-shell.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** How many first visits a story makes: `FIRST_VISITS=20` for the long form. */
const visits = Number(process.env.FIRST_VISITS ?? 2);

let webkit: WebKitShell;
test.afterEach(() => webkit.stop());

/** Waits until a script returns true; the page may go while it runs. */
async function untilTrue(script: string, message: string): Promise<void> {
  await expect.poll(() => webkit.run(script).catch(String), { message }).toBe(true);
}

const press = (name: string) => untilTrue(pressScript('button', name), `press ${name}`);

/** Names the user at the login dialog; the press comes after the reply, which would else be lost with the page. */
const signInScript = (name: string) => `
  const input = document.querySelector('input[name=name]');
  if (!input) return false;
  input.value = ${JSON.stringify(name)};
  setTimeout(() => document.querySelector('button[value=sign-in]').click());
  return true;`;

/** Whether the database of the app can be read: one that a page in the back/forward cache holds says nothing. */
const respondsScript = `
  const read = new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store');
    opening.onsuccess = () => {
      const names = [...opening.result.objectStoreNames];
      const reading = names.length > 0 && opening.result.transaction('keyval').objectStore('keyval').getAllKeys();
      opening.result.close();
      if (!reading) return resolve(true);
      reading.onsuccess = () => resolve(true);
    };
    opening.onerror = () => reject(opening.error);
  });
  return Promise.race([read, new Promise(resolve => setTimeout(resolve, 2500, 'no response'))]);`;

/** Opens the wizard by a link, as a first visit; it can be used then, and after a reload. */
async function visit(origin: string, signIn: () => Promise<void>): Promise<void> {
  webkit.open(`${origin}/tyy/make-pic?template_id=1`);
  await signIn();
  await press(text('make-pic.add-photos'));
  await untilTrue(respondsScript, 'the database responds');
  await webkit.reload();
  await untilTrue(
    `return document.body.innerText.includes(${JSON.stringify(text('make-pic.front-add'))})`,
    'reloaded',
  );
  await untilTrue(respondsScript, 'the database responds after a reload');
}

/** What a browser may refuse, as a script in each page. */
const browsers = {
  'that keeps everything': '',
  'that blocks local storage':
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })",
};

for (const [browser, script] of Object.entries(browsers)) {
  test(`first visits by a link, in WebKit as a plain browser ${browser}, find a wizard that works`, async ({
    baseURL,
  }) => {
    test.setTimeout(60_000 * visits);
    for (let count = 0; count < visits; count++) {
      webkit = await WebKitShell.start(null);
      if (script) webkit.before(script);
      const name = `First ${process.pid} ${Date.now()}`;
      await visit(baseURL ?? '', () => untilTrue(signInScript(name), 'the login dialog'));
      await webkit.stop();
    }
  });
}

test('first visits by a link, in WebKit as a shell, find a wizard that works', async ({ baseURL }) => {
  test.setTimeout(60_000 * visits);
  for (let count = 0; count < visits; count++) {
    const userName = `First ${process.pid} ${Date.now()}`;
    const native = new NativeShell({ origin: baseURL ?? '', userName, photo: portrait });
    webkit = await WebKitShell.start(native);
    await visit(baseURL ?? '', async () => undefined);
    expect(native.callsOf('login')).toHaveLength(1);
    await webkit.stop();
  }
});
