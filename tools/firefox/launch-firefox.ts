import puppeteer, { type Browser } from 'puppeteer-core';

export type { ElementHandle, Page } from 'puppeteer-core';

/** Starts Firefox, Debian's or the one that FIREFOX names, without a window. */
export function launchFirefox(viewport: { width: number; height: number }): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: viewport,
  });
}
