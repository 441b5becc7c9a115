import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { portrait } from '../support/portrait.ts';

import { wordsOf } from './support/words.ts';

const text = wordsOf('en');

let firefox: Browser;
let page: Page;

test.beforeEach(async () => {
  firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 390, height: 844 },
  });
  page = await firefox.newPage();
  page.setDefaultTimeout(30_000);
  await withoutFileDialogs(page);
});
test.afterEach(() => firefox.close());

/** Presses the button or link whose name begins like this, once it is there. */
async function press(name: string): Promise<void> {
  const named = `starts-with(normalize-space(.), "${name}") or starts-with(@aria-label, "${name}")`;
  await page.locator(`::-p-xpath(//*[self::button or self::a][${named}])`).click();
}

/** A window that nobody sees has no file dialog, and Firefox takes that for a choice of nothing: it is not opened. */
async function withoutFileDialogs(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const { click } = HTMLInputElement.prototype;
    HTMLInputElement.prototype.click = function () {
      if (this.type !== 'file') click.call(this);
    };
  });
}

/** Chooses a file where the page asks for one. */
async function choose(file: string): Promise<void> {
  const input = await page.waitForSelector('input[type=file]', { visible: false });
  await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
}

test('in Firefox, a guest signs in, gives a photo and gets a picture', async ({ baseURL }) => {
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(String(error)));

  await page.goto(`${baseURL}/tyy/`);
  await press(text('home.make'));
  await page.locator('input[name=name]').fill(`Firefox ${process.pid} ${Date.now()}`);
  await page.locator('button[value=sign-in]').click();

  await press(text('make-pic.add-photos'));
  await press(text('make-pic.front-add'));
  await choose(portrait);
  await press(text('make-pic.continue'));
  await press(text('make-pic.skip'));
  await page.locator('input[type=radio]').click();
  await press(text('make-pic.use'));
  await page.locator(`dialog, [role=dialog]`).wait();
  await press(text('make-pic.make'));

  await page.waitForFunction(() => location.pathname === '/tyy/pic', { timeout: 90_000 });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main img')].some(
      picture => picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth >= 768,
    ),
  );
  expect(problems).toEqual([]);
});
