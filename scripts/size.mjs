/**
 * Prints the built app's sizes in brotli bytes. Exits with 1 if a size exceeds its budget. Needs a build (`npm run
 * build`). --home only lists the files that a browser loads before Home is usable.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { flag, readOptions } from './options.mjs';

const options = readOptions({ home: flag });

const app = 'dist/app';
const kB = 1000;

/** Size limits in brotli bytes. HTTP headers add 0.4 kB to the transfer of Home's script. */
const budgets = {
  home: 22.7 * kB,
  screen: 7.2 * kB,
  shared: 9.5 * kB,
  'ali-oss': 15 * kB,
  precache: 221 * kB,
};

const manifest = JSON.parse(readFileSync(path.join(app, '.vite/manifest.json'), 'utf8'));

/** Size of a built file in brotli bytes. */
function weigh(file) {
  return brotliCompressSync(readFileSync(path.join(app, file))).length;
}

function filesOf(name, found = new Set()) {
  const chunk = manifest[name];
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

const home = filesOf('index.html');

/** Rows with name, size and budget (null without a budget). */
function rows() {
  const total = [...home].reduce((sum, file) => sum + weigh(file), 0);
  const found = [
    ['Home, before it can be used', total, budgets.home],
    ['everything in the precache', precacheSize(), budgets.precache],
  ];
  for (const [name, chunk] of Object.entries(manifest)) {
    if (!chunk.file.endsWith('.js') || home.has(chunk.file)) continue;
    found.push([name.replace(/^_|^\.\.\/|^src\//, ''), weigh(chunk.file), budgetOf(name)]);
  }
  return found;
}

/** Size of all files that the service worker precaches. Their list is inside the worker's script. */
function precacheSize() {
  const worker = readFileSync(path.join(app, 'service-worker.js'), 'utf8');
  const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => file);
  if (!files.includes('index.html')) throw new Error('the list of the precache was not found');
  return files.reduce((sum, file) => sum + weigh(file), 0);
}

function budgetOf(name) {
  if (name.startsWith('src/screens/')) return budgets.screen;
  if (name.startsWith('_shared')) return budgets.shared;
  return /ali-oss/.test(name) ? budgets['ali-oss'] : null;
}

function printSizes() {
  for (const [name, size, budget] of rows()) {
    const over = budget !== null && size > budget;
    if (over) process.exitCode = 1;
    const limit = budget === null ? '' : ` of ${budget}`;
    const words = `${String(size).padStart(7)}${limit.padEnd(10)} ${over ? 'TOO LARGE ' : ''}${name}`;
    process.stdout.write(`${words}\n`);
  }
}

if (options.home) process.stdout.write([...home].sort().join('\n'));
else printSizes();
