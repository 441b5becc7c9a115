/** Starts the whole product on one port: installs and builds what is missing or old, then runs the backend. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { note, settings } from './note-build.mjs';
import { environment, nodeOptions } from './process-settings.mjs';

const sources = /^(src|sw|server|public|vite-plugins|index\.html|package\.json|vite.*\.config\.ts|\.env.*)$/;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
install('.');

if (isOld()) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

const backend = spawn(process.execPath, [...nodeOptions, 'dist/server/main.js', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: environment(),
});
// A terminal sends its interrupt to both, and the second one would end the backend in the middle of its work.
process.on('SIGINT', () => process.stdin.isTTY || backend.kill('SIGINT'));
process.on('SIGTERM', () => backend.kill('SIGTERM'));
backend.on('exit', status => process.exit(status ?? 1));

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
