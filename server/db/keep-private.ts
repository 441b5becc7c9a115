import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

const others = 0o077;

/**
 * Hides photos and accounts from this machine's other system users: sets the umask, and removes their permissions for
 * the data folder and everything in it. Calls `onProblem` if the system does not allow this.
 */
export function keepPrivate(dataDir: string, onProblem: (problem: Error) => void): void {
  process.umask(others);
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (cause) {
    throw notWritable(cause);
  }
  // Windows has no such permissions.
  if (process.platform === 'win32' || !isOpen(dataDir)) return;
  closeToOthers(realpathSync(dataDir));
  if (!isOpen(dataDir)) return;
  onProblem(
    new Error(
      `Other users of this machine can read ${dataDir}, which holds photos of people, and this process may not change that. ` +
        `Run chmod -R go= ${dataDir} as the owner of the folder.`,
    ),
  );
}

export const notWritable = (cause: unknown): Error =>
  new Error(`DATA_DIR must be a folder in which this user may write: ${(cause as Error).message}.`, {
    cause,
  });

const isOpen = (path: string) => (statSync(path).mode & others) !== 0;

/**
 * Removes other users' permissions from a folder, after its contents: if the process is killed in between, the next
 * start sees that the folder is still open, and continues.
 */
export function closeToOthers(path: string): void {
  const info = lstatSync(path, { throwIfNoEntry: false });
  // Skip hard-linked files, because the same file may also be elsewhere, for example in the built app.
  if (!info || info.isSymbolicLink() || (info.isFile() && info.nlink > 1)) return;
  try {
    if (info.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
    if (info.mode & others) chmodSync(path, info.mode & ~others);
  } catch {
    // The file has been removed, or belongs to another system user. The closed folder protects it anyway.
  }
}
