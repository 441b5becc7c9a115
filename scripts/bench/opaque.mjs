/**
 * Measures how much quota Chromium charges an origin for each cached cross-origin picture without CORS: the picture's
 * size plus padding that hides the size. sw/pictures.ts and docs/hosts.md use the result.
 *
 * npm run bench -- opaque --count 50
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { readOptions, wholeNumber } from '../options.mjs';
import { launch } from './start-app.mjs';

const { count } = readOptions({ count: wholeNumber(50) });

const sizes = [2_000, 50_000, 500_000];
const megabyte = 1_000_000;

/** Serves a page at `/`, and elsewhere as many bytes as the path says, without CORS headers. */
async function listen() {
  const server = createServer((request, response) => {
    const size = Number(new URL(request.url, 'http://localhost').pathname.slice(1)) || 0;
    response.writeHead(200, { 'content-type': size > 0 ? 'image/png' : 'text/html' });
    response.end(Buffer.alloc(size));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Runs in the page. Caches `count` pictures and returns how many bytes of quota each of them uses. */
async function countCached([address, count]) {
  const usage = async () => (await navigator.storage.estimate()).usage;
  const cache = await caches.open(address);
  const found = [];
  for (let index = 0; index < count; index++) {
    const before = await usage();
    const url = `${address}?${index}`;
    await cache.put(url, await fetch(url, { mode: 'no-cors' }));
    found.push((await usage()) - before);
  }
  return found;
}

const app = await listen();
const pictures = await listen();
const browser = await chromium.launch(launch);
try {
  const page = await browser.newPage();
  await page.goto(app.origin);
  for (const size of sizes) {
    const found = await page.evaluate(countCached, [`${pictures.origin}/${size}`, count]);
    const inMegabytes = number => (number / megabyte).toFixed(1).padStart(5);
    const mean = found.reduce((sum, counted) => sum + counted, 0) / count;
    process.stdout.write(
      `${String(size).padStart(7)} bytes count as ${inMegabytes(mean)} MB, from ${inMegabytes(Math.min(...found))} to ${inMegabytes(Math.max(...found))}\n`,
    );
  }
} finally {
  await browser.close();
  app.close();
  pictures.close();
}
