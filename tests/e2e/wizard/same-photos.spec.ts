import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import type { ElementHandle } from '../../../tools/firefox/launch-firefox.ts';
import { signInAt } from '../../support/api.ts';
import { succeed } from '../../support/fake-shell.ts';
import { NativeShell } from '../../support/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { pressScript, showsScript } from '../../webkit/in-page.ts';
import { WebKitShell } from '../../webkit/webkit-shell.ts';
import { openFirefox } from '../support/firefox.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** A page's script that gives the coach as long as it takes on a busy machine. */
const patientCoach = `(() => {
  const { setTimeout: wait } = window;
  window.setTimeout = (run, delay = 0) => wait(run, delay === 1500 ? 60000 : delay);
})();`;

/** The portrait after a change, as a file. */
async function changed(name: string, change: (photo: Sharp) => Sharp): Promise<string> {
  const file = test.info().outputPath(name);
  await change(sharp(portrait)).jpeg({ quality: 92 }).toFile(file);
  return file;
}

/** Two other photos, and then one that is the first again, smaller. */
async function photos() {
  const others = [
    await changed('mirrored.jpg', photo => photo.flop()),
    await changed('close.jpg', photo => photo.extract({ left: 110, top: 0, width: 260, height: 300 })),
  ];
  return { first: [portrait, ...others], copy: await changed('copy.jpg', photo => photo.resize(400)) };
}

const counted = (done: number) => text('make-pic.count', { done, total: 5 });

test('in Firefox, other photos picked at once are not called the same, and a copy is after a reload', async ({
  baseURL,
}) => {
  const { first, copy } = await photos();
  const user = await signInAt(baseURL ?? '', `Firefox photos ${process.pid} ${Date.now()}`);
  const { page, press, close } = await openFirefox();
  async function pick(button: string, files: string[]): Promise<void> {
    await press(button);
    const input = await page.waitForSelector('input[type=file]', { visible: false });
    await (input as ElementHandle<HTMLInputElement>).uploadFile(...files);
  }
  const uploaded = (count: number) =>
    page.waitForFunction(
      count =>
        document.querySelectorAll('div[data-status=ready]').length === count &&
        !document.querySelector('progress'),
      {},
      count,
    );
  const body = () => page.evaluate(() => document.body.textContent);
  try {
    await page.evaluateOnNewDocument(token => localStorage.setItem('tyy.token', token), user.token);
    await page.evaluateOnNewDocument(patientCoach);
    let coach = page.waitForResponse(response => response.url().includes('face-weights'));
    await page.goto(`${baseURL}/tyy/make-pic?step=front`);
    await coach;
    await pick(text('make-pic.front-add'), first);
    await uploaded(1);
    await press(text('make-pic.continue'));
    await uploaded(2);
    expect(await body()).not.toContain(text('coach.same'));

    coach = page.waitForResponse(response => response.url().includes('face-weights'));
    await page.reload();
    await coach;
    await pick(text('make-pic.add-more'), [copy]);
    await uploaded(3);
    await page.waitForFunction(words => document.body.textContent.includes(words), {}, text('coach.same'));
  } finally {
    await close();
  }
});

test('in real WebKit, other photos picked at once are not called the same, and a copy is after a reload', async ({
  baseURL,
}) => {
  const { first, copy } = await photos();
  const native = new NativeShell({
    origin: baseURL ?? '',
    userName: `WebKit photos ${process.pid} ${Date.now()}`,
    photo: portrait,
  });
  native.on('importPicture', async ({ count }) => {
    const files = await Promise.all((count === 5 ? first : [copy]).map(file => readFile(file, 'base64')));
    return succeed({ pictures: Object.fromEntries(files.entries()) });
  });
  const shell = await WebKitShell.start(native);
  const until = (script: string) =>
    expect.poll(() => shell.run(script).catch(String), { message: script, timeout: 60_000 }).toBe(true);
  try {
    shell.open(`${baseURL}/tyy/make-pic?step=front`);
    await until(showsScript(text('make-pic.front-add')));
    await shell.run(patientCoach);
    await until(pressScript('button', text('make-pic.front-add')));
    await until(showsScript(counted(3)));
    await until(pressScript('button', text('make-pic.continue')));
    await until(`return document.querySelectorAll('div[data-status=ready]').length === 2;`);
    expect(await shell.run(showsScript(text('coach.same')))).toBe(false);

    await shell.reload();
    await until(showsScript(counted(3)));
    await shell.run(patientCoach);
    await until(pressScript('button', text('make-pic.add-more')));
    await until(showsScript(counted(4)));
    await until(showsScript(text('coach.same')));
  } finally {
    await shell.stop();
  }
});
