import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { untilOfflineReady } from '../../tests/e2e/support/service-worker.ts';
import { pickAt } from '../../tests/e2e/support/wizard.ts';
import { wordsOf } from '../../tests/e2e/support/words.ts';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import type { ConnectionQuality, SlowConnection } from './slow-connection.ts';

declare global {
  interface Window {
    noteProgress(label: string | null): void;
  }
}

/** Result of sending photos over a bad connection. */
export interface Sent {
  /** Photos on the server. */
  arrived: number;
  /** Bytes of those photos. */
  preparedBytes: number;
  /** Bytes of photos that were sent. */
  sentBytes: number;
  /** Displayed percentages in order. Each upload has its own list; an interrupted upload continues its list. */
  shown: number[][];
  /** Taps on "Try again". */
  taps: number;
}

const text = wordsOf('en');

/**
 * Adds photos on a signed-in page that is not open yet: the front photo, with a reload during its upload, then the
 * others, with a reload and later a kill. The browser reports a slow connection, so that the coach, which would take
 * these photos for duplicates, is not loaded. Resolves when the page shows all photos as uploaded.
 */
export async function sendPhotos(
  page: Page,
  connection: SlowConnection,
  quality: ConnectionQuality,
  user: ApiUser,
  files: string[],
): Promise<Sent> {
  const [front = '', ...others] = files;
  await page.context().addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } });
  });
  const shown = await watchProgress(page.context());
  const next = await page.context().newPage();
  async function interrupt(goOn: () => void, how: () => Promise<unknown>) {
    await how();
    goOn();
  }
  await page.goto(`${connection.origin}/tyy/make-pic?step=front`);
  // Wait until the app is cached on the phone, as after an earlier visit.
  await untilOfflineReady(page);
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).waitFor();

  connection.quality = quality;
  const patience = 3000 + 5 * quality.delay;
  let stopped = connection.stopInside(1);
  await pickAt(page, text('make-pic.front-add'), front);
  await interrupt(await stopped, () => page.reload({ waitUntil: 'commit' }));
  let taps = await untilUploaded(page, 1, patience);

  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  stopped = connection.stopInside(2);
  await pickAt(page, text('make-pic.add-more'), others);
  await interrupt(await stopped, () => page.reload({ waitUntil: 'commit' }));
  stopped = connection.stopInside(3);
  await interrupt(await stopped, () => crashPage(page));
  await next.goto(page.url(), { waitUntil: 'commit' });
  taps += await untilUploaded(next, others.length, patience);

  const photos = (await dataOf(user.get('getPhotos'))).list;
  const preparedBytes = photos.reduce((sum, photo) => sum + photo.size, 0);
  return { arrived: photos.length, preparedBytes, sentBytes: connection.photoBytes, shown, taps };
}

/** Waits for `count` uploaded photos; after `patience` ms without progress taps "Try again"; returns the taps. */
async function untilUploaded(page: Page, count: number, patience: number): Promise<number> {
  const ready = page.locator('div[data-status="ready"]');
  const retry = page.getByRole('button', { name: text('retry'), exact: true }).first();
  let taps = 0;
  for (let idleSince = Date.now(); ; await pause(200)) {
    if ((await overlay(page).count()) > 0) idleSince = Date.now();
    else if ((await ready.count()) === count) return taps;
    else if (Date.now() - idleSince > patience && (await retry.isVisible())) {
      // The app may retry by itself at this moment and remove the button.
      await retry.click({ timeout: patience }).then(
        () => taps++,
        () => undefined,
      );
      idleSince = Date.now();
    }
  }
}

/** The loading overlay's progress bar. */
const overlay = (page: Page) => page.locator('progress[max="1"]');

/** Records the percentages that the pages of a context show during uploads. */
async function watchProgress(context: BrowserContext): Promise<number[][]> {
  const shown: number[][] = [[]];
  await context.exposeFunction('noteProgress', (label: string | null) => {
    const percent = /(\d+)%/.exec(label ?? '')?.[1];
    if (percent) shown.at(-1)?.push(Number(percent));
    else shown.push([]);
  });
  await context.addInitScript(() => {
    let last: string | null = null;
    new MutationObserver(() => {
      const label = document.querySelector('progress[max="1"]')?.getAttribute('aria-label') ?? null;
      if (label === last) return;
      last = label;
      window.noteProgress(label);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return shown;
}

/** Decreases of the displayed percentage. */
export function fallsIn(shown: number[][]): string[] {
  return shown.flatMap(percents =>
    percents.flatMap((percent, place) => {
      const before = percents[place - 1] ?? 0;
      return percent < before ? [`${before} % → ${percent} %`] : [];
    }),
  );
}

/** Kills the page's process, as a phone does that needs the memory. */
export async function crashPage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The command never resolves: its page is gone.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

const size = { width: 4000, height: 3000 };
/** Pixels of the scene between two photos, so that photos differ as if the hand had hardly moved. */
const shift = 40;

/** Makes different photos of 12 megapixels, the test portrait with sensor noise; returns their files. */
export async function largePhotos(folder: string, count: number): Promise<string[]> {
  const scene = { width: size.width + shift * count, height: size.height };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 70 };
  const raw = { ...scene, channels: 3 as const };
  const grain = await sharp({ create: { ...raw, background: 'white', noise } })
    .raw()
    .toBuffer();
  const seen = await sharp(portrait)
    .resize({ ...scene, fit: 'cover' })
    .removeAlpha()
    .composite([{ input: grain, raw, blend: 'overlay' }])
    .raw()
    .toBuffer();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = path.join(folder, `photo-${index + 1}.jpg`);
      await sharp(seen, { raw })
        .extract({ ...size, left: shift * index, top: 0 })
        .jpeg({ quality: 85 })
        .toFile(file);
      return file;
    }),
  );
}
