import puppeteer, { type Browser } from 'puppeteer-core';

export type { ElementHandle, Page } from 'puppeteer-core';

/**
 * Starts Firefox, Debian's or the one that FIREFOX names, without a window. `isPrivate`: all its windows are private ones; `isResisting`: it
 * resists fingerprinting, and so gives other pixels than were drawn on a canvas.
 */
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
