import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { type ElementHandle, launchFirefox, type Page } from '../../../tools/firefox/launch-firefox.ts';
import { type ShellOutcome, succeed } from '../../support/phone/fake-shell.ts';
import type { NativeShell } from '../../support/phone/native-shell.ts';
import { WebKitShell } from '../../webkit/webkit-shell.ts';
import { type Driver, Tab } from './tab.ts';

/** A running engine with one tab and an empty profile. */
export interface Engine {
  tab: Tab;
  /** Adds a script that runs before other scripts on each page that opens later, in any tab. */
  before(script: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts WebKit as a browser, in private mode or with a profile on disk. */
export async function openWebKit({ isPrivate = false } = {}): Promise<Engine> {
  const webkit = await WebKitShell.start(null, { isPersistent: !isPrivate });
  return engineOf(webkit, view => ({
    chooser: async () => view.chooser(),
    choose: async files => view.choose(files),
  }));
}

/** Starts WebKit as a native app's webview. The app's picker returns the chosen files. */
export async function openShell(native: NativeShell): Promise<Engine> {
  let picker: { count: number; end: (outcome: ShellOutcome<'importPicture'>) => void } | undefined;
  native.on('importPicture', ({ count }) => new Promise(end => (picker = { count, end })));
  return engineOf(await WebKitShell.start(native), () => ({
    chooser: async () => picker && picker.count > 1,
    async choose(files) {
      const pictures = await Promise.all(files.map(file => readFile(file, 'base64')));
      picker?.end(succeed({ pictures: Object.fromEntries(pictures.entries()) }));
      picker = undefined;
    },
  }));
}

type Picker = Pick<Driver, 'chooser' | 'choose'>;

function engineOf(webkit: WebKitShell, pickerOf: (view: WebKitShell) => Picker): Engine {
  const driverOf = (view: WebKitShell): Driver => ({
    async open(address) {
      await view.run('window.isOldPage = true').catch(() => undefined);
      view.open(address);
      // Wait until the old page has unloaded, because until then scripts run in the old page.
      const hasGone = () => view.run('return window.isOldPage !== true').catch(() => false);
      await expect.poll(hasGone, { message: `open ${address}`, timeout: 30_000 }).toBe(true);
    },
    back: async () => view.back(),
    run: script => view.run(script),
    tap: async (x, y) => view.tap(x, y),
    newTab: async () => driverOf(view.newTab()),
    ...pickerOf(view),
  });
  return {
    tab: new Tab(driverOf(webkit)),
    before: async script => webkit.before(script),
    close: () => webkit.stop(),
  };
}

export async function openFirefox(
  options: { isPrivate?: boolean; isResisting?: boolean } = {},
): Promise<Engine> {
  const firefox = await launchFirefox({ width: 390, height: 844 }, options);
  const scripts: string[] = [];
  async function newTab(): Promise<Page> {
    // Open a window instead of a tab, because a background tab renders no frames and loads nothing.
    const page = await firefox.newPage({ type: 'window' });
    await withoutFileDialogs(page);
    for (const script of scripts) await page.evaluateOnNewDocument(script);
    return page;
  }
  const driverOf = (page: Page): Driver => ({
    async open(address) {
      try {
        await page.goto(address, { waitUntil: 'domcontentloaded', timeout: 10_000 });
      } catch (error) {
        // Check the address, because Puppeteer misses the new page if Firefox keeps the old one for Back.
        if ((await page.evaluate('location.href')) !== address) throw error;
      }
    },
    back: () => page.evaluate('history.back()') as Promise<never>,
    run: script => page.evaluate(`(async () => { ${script} })()`) as Promise<never>,
    async tap(x, y) {
      await page.bringToFront();
      await page.mouse.click(x, y);
    },
    chooser: () =>
      page.evaluate(() => document.querySelector<HTMLInputElement>('input[type=file]')?.multiple),
    async choose(files) {
      const input = await page.$('input[type=file]');
      await (input as ElementHandle<HTMLInputElement>).uploadFile(...files);
    },
    newTab: async () => driverOf(await newTab()),
  });
  const page = await newTab();
  return {
    tab: new Tab(driverOf(page)),
    async before(script) {
      scripts.push(script);
      for (const tab of await firefox.pages()) await tab.evaluateOnNewDocument(script);
    },
    close: () => firefox.close(),
  };
}

/** Stops Firefox from opening file dialogs, which a headless window cancels at once. */
async function withoutFileDialogs(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const { click } = HTMLInputElement.prototype;
    HTMLInputElement.prototype.click = function () {
      if (this.type !== 'file') click.call(this);
    };
  });
}
