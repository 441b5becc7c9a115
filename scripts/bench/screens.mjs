/**
 * Measures how fast the built app opens: Home, make-pic and my pictures, on slow networks and a slow CPU; cold, warm
 * and offline. Prints a table of medians and saves all numbers to a file.
 *
 *   npm run bench -- [--runs 5] [--json bench.json] [--screens /,/make-pic | all] [--networks "slow 3G"] [--other <folder or address> …]
 *
 * --other measures another app alternately with ours (A B A B), so that other load affects both apps alike. It measures
 * only the given address of the other app. BENCH_ADDRESS measures an app that is already running.
 */
import { Console } from 'node:console';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { readOptions, several, someOf, text, wholeNumber } from '../options.mjs';
import { measureVisit, networks } from './measure-visit.mjs';
import { launch, phone, signIn, startApp } from './start-app.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const compressible = /^(text|application\/(json|manifest)|image\/svg)/;

/** Serves a folder like a good static host: brotli, long caching of hashed names, index.html as fallback. */
async function serveFolder(folder) {
  const cache = new Map();

  async function fileFor(pathname) {
    const known = cache.get(pathname);
    if (known) return known;
    const file = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    const candidates = [file, path.join(file, 'index.html'), `${file}.html`, path.join(folder, 'index.html')];
    for (const candidate of candidates) {
      const body = await readFile(candidate).catch(() => null);
      if (body === null) continue;
      const type = types[path.extname(candidate)] ?? 'application/octet-stream';
      const found = { type, body, brotli: compressible.test(type) ? brotliCompressSync(body) : null };
      cache.set(pathname, found);
      return found;
    }
    return null;
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = await fileFor(pathname).catch(() => null);
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    const isKept = /[.-][\w-]{8,}\.\w+$/.test(pathname);
    const takesBrotli = file.brotli && /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(200, {
      'content-type': file.type,
      'cache-control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(takesBrotli && { 'content-encoding': 'br' }),
    });
    response.end(takesBrotli ? file.brotli : file.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

const screens = [...readFileSync('src/paths.ts', 'utf8').matchAll(/^ {2}\w+: '(\/[\w-]*)',$/gm)].map(
  ([, address]) => address,
);

const options = readOptions({
  runs: wholeNumber(5),
  json: text('the name of a file'),
  screens: someOf(screens, ['/', '/make-pic', '/pic-list'], screen => screen.split('?')[0]),
  networks: someOf(Object.keys(networks)),
  other: several(text('an address or a folder', other => /^https?:/.test(other) || existsSync(other))),
});

/** Visits a page three times in a new browser profile: cold, warm, and offline. */
async function visitThrice(browser, subject, network) {
  const context = await browser.newContext(phone);
  if (subject.token) {
    await context.addInitScript(token => localStorage.setItem('tyy.token', token), subject.token);
  }
  const cold = await measureVisit(context, subject.address, network);
  await workerIsReady(context, subject.address);
  const warm = await measureVisit(context, subject.address, network);
  await context.setOffline(true);
  const offline = await measureVisit(context, subject.address, null);
  await context.close();
  return { cold, warm, offline };
}

/** Milliseconds that the browser needs to clean up after a page and its worker's caches are closed. */
const rest = 1000;

/** Waits until the page's service worker, if any, is installed. Apps register it when they are idle. */
async function workerIsReady(context, address) {
  const page = await context.newPage();
  await page.goto(address).catch(() => undefined);
  await page
    .evaluate(async () => {
      const limit = new Promise(resolve => setTimeout(resolve, 10_000));
      await Promise.race([navigator.serviceWorker?.ready, limit]);
    })
    .catch(() => undefined);
  await page.close();
  await new Promise(resolve => setTimeout(resolve, rest));
}

function median(numbers) {
  const sorted = numbers.filter(number => number !== null).sort((a, b) => a - b);
  return sorted.length === 0 ? null : sorted[Math.floor(sorted.length / 2)];
}

const measures = ['firstPaint', 'largestPaint', 'blocking', 'layoutShift', 'scripts', 'bytes'];

function summary(visits) {
  const of = (kind, name) => median(visits.map(visit => visit[kind][name] ?? null));
  return {
    ...Object.fromEntries(measures.map(name => [name, of('cold', name)])),
    warmFirstPaint: of('warm', 'firstPaint'),
    warmLargestPaint: of('warm', 'largestPaint'),
    offline: visits.every(visit => visit.offline.opened),
  };
}

const app = await startApp();
const closing = [app.close];
const token = await signIn(app.origin);
const subjects = options.screens.map(screen => ({
  name: `tyy ${screen}`,
  address: `${app.origin}/tyy${screen}`,
  token: screen === '/' ? null : token,
}));
for (const other of options.other) {
  const served = /^https?:/.test(other) ? { address: other, close() {} } : await serveFolder(other);
  closing.push(served.close);
  subjects.push({ name: other, address: served.address, token: null });
}

const browser = await chromium.launch(launch);
const results = [];
try {
  for (const name of options.networks) {
    const visits = new Map(subjects.map(subject => [subject, []]));
    for (let run = 0; run < options.runs; run++) {
      for (const subject of subjects) {
        visits.get(subject).push(await visitThrice(browser, subject, networks[name]));
        process.stderr.write('.');
      }
    }
    for (const [subject, list] of visits) {
      results.push({ subject: subject.name, network: name, ...summary(list), visits: list });
    }
  }
} finally {
  process.stderr.write('\n');
  await browser.close();
  for (const close of closing) close();
}

const round = number => (number === null ? '–' : Math.round(number));
new Console(process.stdout).table(
  results.map(result => ({
    page: result.subject,
    network: result.network,
    'first paint': round(result.firstPaint),
    largest: round(result.largestPaint),
    blocking: round(result.blocking),
    shift: Number(result.layoutShift?.toFixed(3)),
    'scripts, B': result.scripts,
    'all, B': result.bytes,
    'warm first': round(result.warmFirstPaint),
    offline: result.offline ? 'yes' : 'no',
  })),
);
if (options.json) {
  writeFileSync(options.json, JSON.stringify({ browser: browser.version(), results }, null, 2));
}
