/**
 * Uploads five photos of 12 megapixels on slow 3G with a CPU that is four times slower. Reports the sent bytes, the
 * longest task, the number of photos decoded at the same time, and the page's memory.
 *
 * npm run build && npm run bench -- upload
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { readOptions } from '../options.mjs';
import { networks } from './measure-visit.mjs';
import { launch, openPhone, printMeasured, startApp } from './start-app.mjs';

readOptions({});

const limits = { 'share of the bytes, %': 20, 'longest task, ms': 100, 'decoded side by side': 1 };

/** Saves a photo like a phone's: 12 megapixels, stored sideways, with soft shapes and sensor noise. */
async function takePhoto(file) {
  const size = { width: 4000, height: 3000, channels: 3 };
  const noise = (width, height, sigma) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    }).resize(size.width, size.height);
  const grain = await noise(4000, 3000, 10).blur(0.6).raw().toBuffer();
  const detail = await noise(1000, 750, 40).raw().toBuffer();
  await noise(40, 30, 80)
    .composite([
      { input: detail, raw: size, blend: 'soft-light' },
      { input: grain, raw: size, blend: 'soft-light' },
    ])
    .jpeg({ quality: 92 })
    .withMetadata({ orientation: 6 })
    .toFile(file);
  return file;
}

/** Peak memory of the page's renderer process in MB. */
async function peakMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return Math.round(Math.max(...peaks.map(Number)) / 1024);
}

/** Counts how many workers the page runs at the same time. The app decodes each photo in its own worker. */
function countWorkers(page) {
  const seen = { now: 0, most: 0 };
  page.on('worker', worker => {
    seen.most = Math.max(seen.most, ++seen.now);
    worker.on('close', () => seen.now--);
  });
  return seen;
}

async function upload(page, button, files, wait) {
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await picker).setFiles(files);
  await page.getByRole('button', { name: wait }).and(page.locator(':enabled')).click({ timeout: 600_000 });
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-photos-'));
const photos = [];
for (let index = 0; index < 5; index++) photos.push(await takePhoto(path.join(folder, `photo-${index}.jpg`)));
const original = photos.reduce((sum, photo) => sum + statSync(photo).size, 0);

const app = await startApp();
const browser = await chromium.launch(launch);
try {
  const { page, client } = await openPhone(browser, app.origin, { locale: 'en' });
  const workers = countWorkers(page);
  const sent = [];
  page.on('requestfinished', async request => {
    if (request.method() === 'PUT') sent.push(Number((await request.allHeaders())['content-length']));
  });
  await page.goto(`${app.origin}/tyy/make-pic?step=front`);
  await page.getByRole('button', { name: 'Add a front photo', exact: true }).waitFor();

  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', { offline: false, ...networks['slow 3G'] });
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  const memoryBefore = await peakMemory(browser);
  const start = Date.now();
  await upload(page, 'Add a front photo', [photos[0]], /^Continue/);
  await upload(page, 'Add more photos', photos.slice(1), /^Choose (a )?template/);
  const seconds = (Date.now() - start) / 1000;
  const tasks = await page.evaluate(() => window.longTasks);
  const memoryAfter = await peakMemory(browser);

  const bytes = sent.reduce((sum, size) => sum + size, 0);
  const measured = {
    'share of the bytes, %': Number(((100 * bytes) / original).toFixed(1)),
    'longest task, ms': Math.round(Math.max(0, ...tasks)),
    'decoded side by side': workers.most,
  };
  printMeasured(measured, limits);
  process.stdout.write(
    `${sent.length} photos, ${original} bytes before, ${bytes} sent, in ${seconds.toFixed(0)} s; the page's memory ${memoryBefore} MB before, at most ${memoryAfter} MB\n`,
  );
} finally {
  await browser.close();
  app.close();
  rmSync(folder, { recursive: true, force: true });
}
