/** Installs what a folder's package-lock.json names: `node scripts/install.mjs tools/firefox .`, by default of the root. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** When a file was last written (ms), 0 when it is missing. */
function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Installs the packages of a folder of the project where they are missing or older than its lock file. */
export function install(folder) {
  const cwd = join(root, folder);
  // npm writes the first of them at the end of every installation.
  const [installed, locked] = ['node_modules/.package-lock.json', 'package-lock.json'];
  if (changed(join(cwd, installed)) >= changed(join(cwd, locked))) return;
  // The build needs the development packages, whatever NODE_ENV says.
  const { status } = spawnSync('npm', ['ci', '--include=dev'], { cwd, stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , ...folders] = process.argv;
  for (const folder of folders.length > 0 ? folders : ['.']) install(folder);
}
