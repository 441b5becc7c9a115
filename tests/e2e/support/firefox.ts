import { type ElementHandle, launchFirefox, type Page } from '../../../tools/firefox/launch-firefox.ts';
import { wordsOf } from './words.ts';

const text = wordsOf('en');

/** A page of Firefox, and what a user does on it. */
export interface FirefoxPage {
  page: Page;
  /** Presses the button or link whose name begins like this, once it is there. */
  press(name: string): Promise<void>;
  /** Goes from the empty wizard with this photo to its finished pictures, and sees one that is at least so wide. */
  makePics(photo: string, width: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts Firefox with one page of a phone's size. */
export async function openFirefox(): Promise<FirefoxPage> {
  const firefox = await launchFirefox({ width: 390, height: 844 });
  const page = await firefox.newPage();
  page.setDefaultTimeout(30_000);
  await withoutFileDialogs(page);

  async function press(name: string): Promise<void> {
    const named = `starts-with(normalize-space(.), "${name}") or starts-with(@aria-label, "${name}")`;
    await page.locator(`::-p-xpath(//*[self::button or self::a][${named}])`).click();
  }

  async function makePics(photo: string, width: number): Promise<void> {
    await press(text('make-pic.add-photos'));
    await press(text('make-pic.front-add'));
    const input = await page.waitForSelector('input[type=file]', { visible: false });
    await (input as ElementHandle<HTMLInputElement>).uploadFile(photo);
    await press(text('consent.agree'));
    await press(text('make-pic.continue'));
    await press(text('make-pic.skip'));
    await page.locator('input[type=radio]').click();
    await press(text('make-pic.use'));
    await page.locator('dialog, [role=dialog]').wait();
    await press(text('make-pic.make'));
    await page.waitForFunction(() => location.pathname === '/tyy/pic', { timeout: 90_000 });
    await page.waitForFunction(
      width =>
        [...document.querySelectorAll('main img')].some(
          picture => picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth >= width,
        ),
      {},
      width,
    );
  }

  return { page, press, makePics, close: () => firefox.close() };
}

/** A window that nobody sees has no file dialog, and Firefox takes that for a choice of nothing: it is not opened. */
export async function withoutFileDialogs(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const { click } = HTMLInputElement.prototype;
    HTMLInputElement.prototype.click = function () {
      if (this.type !== 'file') click.call(this);
    };
  });
}
