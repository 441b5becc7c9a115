/** Starts the whole product on one port. First installs packages and builds, if necessary. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { note, settings } from './note-build.mjs';
import { environment, nodeOptions } from './process-settings.mjs';

const sources = /^(src|sw|server|public|vite-plugins|index\.html|package\.json|vite.*\.config\.ts|\.env.*)$/;
const parent = process.ppid;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
install('.');

if (isOld()) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

if (isLeft()) process.exit(1);

// The backend gets its own process group. In npm's group it would receive each signal twice, and the second signal
// would kill it. If this process is killed, the IPC channel closes, which ends the backend.
const backend = spawn(process.execPath, [...nodeOptions, 'dist/server/main.js', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  detached: process.platform !== 'win32',
  env: environment(),
});
backend.on('exit', status => process.exit(status ?? 1));

let isEnding = false;
function end() {
  if (!isEnding) backend.kill('SIGTERM');
  isEnding = true;
}
process.on('SIGTERM', end);
process.on('SIGHUP', end);
let interrupted = Number.NEGATIVE_INFINITY;
process.on('SIGINT', () => {
  const isAgain = isEnding && performance.now() - interrupted > 1_000;
  interrupted = performance.now();
  // A signal within a second is npm's copy of the same key press; after that, the user pressed Ctrl+C again.
  if (isAgain) backend.kill('SIGTERM');
  end();
});
setInterval(() => isLeft() && end(), 500);

/** `npm start` starts this script with `exec`, so npm's signals reach this process, not a shell. */
function isLeft() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
}

/** True if a source file or a VITE_ variable changed since the last build. */
function isOld() {
  const built = statSync(note, { throwIfNoEntry: false });
  if (!built || readFileSync(note, 'utf8') !== settings) return true;
  return readdirSync('.')
    .filter(name => sources.test(name))
    .some(name => lastChange(name) > built.mtimeMs);
}

/** Time (ms) of the latest change of a file, or of any file in a folder. */
function lastChange(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map(name => lastChange(join(path, name))));
}
