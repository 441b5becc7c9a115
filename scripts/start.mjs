/** Starts the whole product on one port: installs and builds what is missing or old, then runs the backend. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { note, settings } from './note-build.mjs';

const sources = /^(src|sw|server|public|vite-plugins|index\.html|package\.json|vite.*\.config\.ts|\.env.*)$/;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
install('.');

if (isOld()) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

await import(new URL('../dist/server/main.js', import.meta.url).href);

/** Whether something changed since the last build: a source, or a VITE_ variable that is built into the app. */
function isOld() {
  const built = statSync(note, { throwIfNoEntry: false });
  if (!built || readFileSync(note, 'utf8') !== settings) return true;
  return readdirSync('.')
    .filter(name => sources.test(name))
    .some(name => lastChange(name) > built.mtimeMs);
}

/** When a file, or anything below a folder, was last changed (ms). */
function lastChange(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map(name => lastChange(join(path, name))));
}
