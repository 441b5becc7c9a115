/**
 * How long the coach looks at a photo: `npm run build && npm run bench:coach`. Chooses photos of the test portrait, each a bit
 * closer than the last, and times the coach's worker. Its processor cannot be made slower from outside, as a page's can: what is
 * printed is four times what was measured. Exit code 1 where half of the photos take longer than the bound.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { portrait } from '../../tests/support/portrait.ts';
import { readOptions } from '../options.mjs';
import { launch, signIn, startApp } from './start-app.mjs';

readOptions({});

const slower = 4;
const longest = 150;
const photos = 12;

declare global {
  interface Window {
    looks: number[];
  }
}

/** Notes how long each picture was with a worker, ms; the first photo also waits for the coach's files. */
function timeWorkers(): void {
  window.looks = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: []) {
    if (typeof message === 'object' && message !== null && 'picture' in message) {
      const began = performance.now();
      this.addEventListener('message', () => window.looks.push(performance.now() - began), { once: true });
    }
    postMessage.call(this, message, ...rest);
  };
}

/** The portrait, cut closer by some pixels and as large as the coach takes it. */
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
  await page.addInitScript(timeWorkers);
  // The server would draw the user meanwhile, on the same processor.
  await page.route('**/v1/previewTemplates', route => route.abort());
  await page.goto(`${app.origin}/tyy/make-pic?step=front`);
  for (let index = 0; index < photos; index++) {
    const file = await takePhoto(folder, 2 * index);
    const picker = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Add a front photo|Replace photo)$/ }).click();
    await (await picker).setFiles(file);
    await page.waitForFunction(count => window.looks.length >= count, index + 1, { timeout: 30_000 });
    await page.locator('main button:enabled', { hasText: 'Continue' }).waitFor();
  }
  const looks = await page.evaluate(() => window.looks);
  const times = looks
    .slice(1)
    .map(time => Math.round(time * slower))
    .toSorted((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)]!;
  process.stdout.write(
    `${JSON.stringify({ photos: times.length, median, most: times.at(-1), bound: longest })}\n`,
  );
  if (median > longest) process.exitCode = 1;
} finally {
  await browser.close();
  app.close();
  rmSync(folder, { recursive: true });
}
