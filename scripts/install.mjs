/** Installs the packages when they are missing or older than package-lock.json. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** When a file was last written (ms), 0 when it is missing. */
function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

// npm writes this file at the end of every installation.
if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  // The build needs the development packages, whatever NODE_ENV says.
  const { status } = spawnSync('npm', ['ci', '--include=dev'], { stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
}
