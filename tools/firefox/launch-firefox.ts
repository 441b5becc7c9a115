import puppeteer, { type Browser } from 'puppeteer-core';

export type { ElementHandle, Page } from 'puppeteer-core';

/** `isResisting` turns on the fingerprinting protection, which changes pixels read from a canvas. */
export function launchFirefox(
  viewport: { width: number; height: number },
  { isPrivate = false, isResisting = false } = {},
): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: viewport,
    extraPrefsFirefox: {
      ...(isPrivate && { 'browser.privatebrowsing.autostart': true }),
      ...(isResisting && { 'privacy.resistFingerprinting': true }),
    },
  });
}
