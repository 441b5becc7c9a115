import puppeteer, { type Browser } from 'puppeteer-core';

export type { ElementHandle, Page } from 'puppeteer-core';

/** Starts Firefox, Debian's or the one that FIREFOX names, without a window; `isPrivate`: all its windows are private ones. */
export function launchFirefox(
  viewport: { width: number; height: number },
  { isPrivate = false } = {},
): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: viewport,
    extraPrefsFirefox: isPrivate ? { 'browser.privatebrowsing.autostart': true } : {},
  });
}
