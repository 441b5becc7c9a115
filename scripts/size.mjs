/**
 * Prints what the built app weighs in brotli bytes and fails above the budgets.
 * Needs a build (`npm run build`), because it reads Vite's manifest of it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const app = 'dist/app';
const kB = 1000;

/** Budgets in brotli bytes. */
const budgets = { home: 30 * kB, screen: 8 * kB, 'ali-oss': 24 * kB };

const manifest = JSON.parse(readFileSync(path.join(app, '.vite/manifest.json'), 'utf8'));

/** Brotli size of one built file. */
function weigh(file) {
  return brotliCompressSync(readFileSync(path.join(app, file))).length;
}

/** The JavaScript files of an entry and of all that it imports statically. */
function filesOf(name, found = new Set()) {
  const chunk = manifest[name];
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

const home = new Set([...filesOf('index.html')]);
const total = files => [...files].reduce((sum, file) => sum + weigh(file), 0);
const rows = [['Home, before it can be used', total(home), budgets.home]];

for (const [name, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || home.has(chunk.file)) continue;
  const isScreen = name.startsWith('src/screens/');
  const isOss = /ali-oss/.test(name);
  const budget = isScreen ? budgets.screen : isOss ? budgets['ali-oss'] : null;
  rows.push([name.replace(/^\.\.\/|^src\//, ''), weigh(chunk.file), budget]);
}

let tooLarge = 0;
for (const [name, size, budget] of rows) {
  const over = budget !== null && size > budget;
  if (over) tooLarge++;
  const limit = budget === null ? '' : ` of ${budget}`;
  process.stdout.write(`${String(size).padStart(7)}${limit.padEnd(10)} ${over ? 'TOO LARGE ' : ''}${name}\n`);
}
process.exitCode = tooLarge > 0 ? 1 : 0;
