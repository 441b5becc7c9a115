/**
 * Installs the npm packages of folders: `node scripts/install.mjs tests tools/firefox`. Without a folder, installs the
 * packages that `npm start` needs. The tests are a workspace, so they share the root's node_modules; each tool has its
 * own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modification time in ms; 0 if the file is missing. */
function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Installs a folder's packages if they are missing or older than its lock file. */
export function install(folder) {
  const cwd = folder === 'tests' ? root : join(root, folder);
  const isMissing = folder === 'tests' && !existsSync(join(root, 'node_modules/tyy-tests'));
  // npm writes `.package-lock.json` at the end of each installation, so its date is that of the installation.
  const [installed, locked] = ['node_modules/.package-lock.json', 'package-lock.json'];
  if (!isMissing && changed(join(cwd, installed)) >= changed(join(cwd, locked))) return;
  // The build needs the development packages even if NODE_ENV is "production".
  const words = ['ci', '--include=dev', ...(folder === '.' ? ['--workspaces=false'] : [])];
  const { status } = spawnSync('npm', words, { cwd, stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , ...folders] = process.argv;
  for (const folder of folders.length > 0 ? folders : ['.']) install(folder);
}
