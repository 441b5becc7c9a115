/**
 * Measures how long the photo coach, which advises on a photo before its upload, takes for a photo: `npm run build &&
 * npm run bench -- coach`. Chooses photos cropped from the test portrait, each a bit closer than the one before.
 * Measures two durations: from the page's message to the worker's reply, which includes waiting for the app's other
 * work on the photo, and the work inside the worker. Tools can throttle a page's CPU but not a worker's, so the
 * durations are multiplied by four instead. Exits with 1 if the median of the first duration exceeds its limit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Worker as PageWorker } from '@playwright/test';
import sharp from 'sharp';
import { portrait } from '../../tests/support/portrait.ts';
import { readOptions } from '../options.mjs';
import { launch, signIn, startApp } from './start-app.mjs';

readOptions({});

const slower = 4;
const longest = 150;
const photos = 20;

declare global {
  interface Window {
    isOpen: boolean;
    looks: number[];
  }
}

/** Runs in the page. Records when the worker is ready, and the milliseconds until each of its replies. */
function timeMessages(): void {
  window.isOpen = false;
  window.looks = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: []) {
    const began = performance.now();
    const isLook = typeof message === 'object' && message !== null && 'picture' in message;
    this.addEventListener(
      'message',
      ({ data }) => {
        if (isLook) window.looks.push(performance.now() - began);
        if (data === 'open') window.isOpen = true;
      },
      { once: true },
    );
    postMessage.call(this, message, ...rest);
  };
}

/** Runs in the worker. Records the milliseconds from the first draw call for a picture to the reply. */
function timeWork(worker: PageWorker): Promise<void> {
  return worker.evaluate(() => {
    const looks: number[] = [];
    const { postMessage } = globalThis;
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const { drawImage } = prototype;
    let began = 0;
    prototype.drawImage = function (this: OffscreenCanvasRenderingContext2D, ...how: never) {
      began ||= performance.now();
      return drawImage.apply(this, how);
    } as typeof drawImage;
    globalThis.postMessage = (message: unknown) => {
      looks.push(performance.now() - began);
      began = 0;
      postMessage(message);
    };
    Object.assign(globalThis, { looks });
  });
}

/** Median, 90th percentile and maximum in ms, multiplied to imitate a CPU that is four times slower. */
function summaryOf(looks: number[]) {
  const times = looks.map(time => Math.round(time * slower)).toSorted((one, other) => one - other);
  const below = (share: number) => times[Math.ceil(times.length * share) - 1]!;
  return { median: below(0.5), p90: below(0.9), most: below(1) };
}

/** Saves the portrait at the coach's size, cropped by `cut` pixels. Returns the file's path. */
async function takePhoto(folder: string, cut: number): Promise<string> {
  const { width, height } = await sharp(portrait).metadata();
  const file = path.join(folder, `${cut}.jpg`);
  await sharp(portrait)
    .extract({ left: cut, top: cut, width: width - 2 * cut, height: height - 2 * cut })
    .resize(1440, 1440, { fit: 'inside' })
    .jpeg({ quality: 90 })
    .toFile(file);
  return file;
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-coach-'));
const app = await startApp();
const browser = await chromium.launch(launch);
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const token = await signIn(app.origin);
  await page.addInitScript(saved => localStorage.setItem('tyy.token', saved), token);
  await page.addInitScript(timeMessages);
  // Block try-ons, because the server would draw them on the same CPU.
  await page.route('**/v1/previewTemplates', route => route.abort());
  const [coach] = await Promise.all([
    page.waitForEvent('worker', worker => worker.url().includes('coach')),
    page.goto(`${app.origin}/tyy/make-pic?step=front`),
  ]);
  await page.waitForFunction(() => window.isOpen);
  await timeWork(coach);
  for (let index = 0; index < photos; index++) {
    const file = await takePhoto(folder, 2 * index);
    const picker = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Add a front photo|Replace photo)$/ }).click();
    await (await picker).setFiles(file);
    await page.waitForFunction(count => window.looks.length >= count, index + 1, { timeout: 30_000 });
    await page.locator('main button:enabled', { hasText: 'Continue' }).waitFor();
  }
  const around = summaryOf(await page.evaluate(() => window.looks));
  const inside = summaryOf(await coach.evaluate(() => (globalThis as unknown as Window).looks));
  process.stdout.write(`${JSON.stringify({ photos, bound: longest, around, inside })}\n`);
  if (around.median > longest) process.exitCode = 1;
} finally {
  await browser.close();
  app.close();
  rmSync(folder, { recursive: true });
}
