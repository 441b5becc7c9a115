import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { ElementHandle, Page } from '../../../tools/firefox/launch-firefox.ts';
import { accountOf, signInAt } from '../../support/api.ts';
import { succeed } from '../../support/fake-shell.ts';
import { NativeShell } from '../../support/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { pressScript, showsScript } from '../../webkit/in-page.ts';
import { WebKitShell } from '../../webkit/webkit-shell.ts';
import { openFirefox } from '../support/firefox.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** A picture without a face. */
const icon = 'public/icons/icon-192.png';

/** A page's script that gives the coach as long as it takes on a busy machine. */
const patientCoach = `(() => {
  const { setTimeout: wait } = window;
  window.setTimeout = (run, delay = 0) => wait(run, delay === 1500 ? 60000 : delay);
})();`;

/** A photo in a format that no browser here opens. */
async function heic(): Promise<string> {
  const file = test.info().outputPath('IMG_1.HEIC');
  const beginning = Buffer.from([0, 0, 0, 24]);
  await writeFile(file, Buffer.concat([beginning, Buffer.from('ftypheic'), Buffer.alloc(4000, 7)]));
  return file;
}

/** Presses a button of a question. */
const chooseScript = (name: string) => `
  const question = document.querySelector('[role=dialog]');
  const found = [...(question?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent === ${JSON.stringify(name)},
  );
  found?.click();
  return found !== undefined;`;

const asksAboutPhoto = `return document.querySelector('[role=dialog] img') !== null;`;
const isAtTemplates = `return !location.search.includes('step=');`;

/** What the person does until the price of the picture stands there; `pick` presses a button and chooses these files. */
async function walk(
  until: (script: string) => Promise<unknown>,
  pick: (button: string, files: string[]) => Promise<void>,
): Promise<void> {
  await pick(text('make-pic.front-add'), [await heic()]);
  await until(showsScript(text('make-pic.unreadable-one')));
  await pick(text('make-pic.choose-other'), [portrait]);
  await until(pressScript('button', text('make-pic.continue')));
  await pick(text('make-pic.add-more'), [icon]);
  await until(showsScript(text('coach.no_face')));

  await until(pressScript('button', text('make-pic.choose-template')));
  await until(asksAboutPhoto);
  await until(chooseScript(text('make-pic.leave-out')));
  await until(isAtTemplates);
  await until(pressScript('radio', '', 1));
  await openPrice(until);
}

async function openPrice(until: (script: string) => Promise<unknown>): Promise<void> {
  await until(pressScript('button', text('make-pic.use')));
  await until(showsScript(text('make-pic.confirm')));
}

test('in Firefox, an unreadable and a held photo are asked about at once, and two tabs pay a draft once', async ({
  baseURL,
}) => {
  const user = await signInAt(baseURL ?? '', `Firefox draft ${process.pid} ${Date.now()}`);
  const { page, press, close } = await openFirefox();
  // Of a page behind another one no frames are shown.
  const untilIn = (tab: Page) => (script: string) =>
    tab.waitForFunction(`(() => {${script}})()`, { polling: 200, timeout: 60_000 });
  try {
    await page.evaluateOnNewDocument(token => localStorage.setItem('tyy.token', token), user.token);
    await page.evaluateOnNewDocument(patientCoach);
    await page.goto(`${baseURL}/tyy/make-pic?step=front`);
    await walk(untilIn(page), async (button, files) => {
      await press(button);
      const input = await page.waitForSelector('input[type=file]', { visible: false });
      await (input as ElementHandle<HTMLInputElement>).uploadFile(...files);
    });

    const other = await page.browser().newPage();
    await other.goto(`${baseURL}/tyy/make-pic`);
    await untilIn(other)(`return document.querySelector('input[type=radio]:checked') !== null;`);
    await openPrice(untilIn(other));
    await Promise.all([page, other].map(tab => untilIn(tab)(chooseScript(text('make-pic.make')))));
    const isAsked = (tab: Page) => untilIn(tab)(showsScript(text('make-pic.made'))).then(() => tab);
    const asked = await Promise.any([page, other].map(isAsked));
    await untilIn(asked)(chooseScript(text('make-pic.made-open')));
    await untilIn(asked)(`return location.pathname !== '/tyy/make-pic';`);
    expect((await accountOf(user)).coins).toBe(30);
  } finally {
    await close();
  }
});

test('in real WebKit, an unreadable and a held photo are asked about at once, with a token that a slow phone reads', async ({
  baseURL,
}) => {
  const userName = `WebKit draft ${process.pid} ${Date.now()}`;
  const { token } = await signInAt(baseURL ?? '', userName);
  const native = new NativeShell({ origin: baseURL ?? '', userName, photo: portrait });
  let chosen: string[] = [];
  native.on('importPicture', async () => {
    const pictures = await Promise.all(chosen.map(file => readFile(file, 'base64')));
    return succeed({ pictures: Object.fromEntries(pictures.entries()) });
  });
  native.cache.set('tyy.token', JSON.stringify(token));
  native.on('readCache', async ({ key }) => {
    // As much later as the gate once waited, and more.
    await new Promise(resolve => setTimeout(resolve, 1000));
    return succeed({ value: native.cache.get(key) ?? null });
  });
  const shell = await WebKitShell.start(native);
  const until = (script: string) =>
    expect.poll(() => shell.run(script).catch(String), { message: script, timeout: 60_000 }).toBe(true);
  try {
    shell.before(patientCoach);
    shell.open(`${baseURL}/tyy/make-pic?step=front`);
    await walk(until, async (button, files) => {
      chosen = files;
      await until(pressScript('button', button));
    });
    expect(native.callsOf('login')).toEqual([]);
    expect(native.cache.get('tyy.token')).toBe(JSON.stringify(token));
  } finally {
    await shell.stop();
  }
});
