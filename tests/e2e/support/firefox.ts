import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';

/** A page of Firefox, and what a user does on it. */
export interface FirefoxPage {
  page: Page;
  /** Presses the button or link whose name begins like this, once it is there. */
  press(name: string): Promise<void>;
  /** Chooses a file where the page asks for one. */
  choose(file: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts Firefox with one page of a phone's size. */
export async function openFirefox(): Promise<FirefoxPage> {
  const firefox: Browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 390, height: 844 },
  });
  const page = await firefox.newPage();
  page.setDefaultTimeout(30_000);
  await withoutFileDialogs(page);
  return {
    page,
    async press(name) {
      const named = `starts-with(normalize-space(.), "${name}") or starts-with(@aria-label, "${name}")`;
      await page.locator(`::-p-xpath(//*[self::button or self::a][${named}])`).click();
    },
    async choose(file) {
      const input = await page.waitForSelector('input[type=file]', { visible: false });
      await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
    },
    close: () => firefox.close(),
  };
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
