import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

const others = 0o077;

/**
 * Hides photos and accounts from other users of this machine: sets the umask, and closes a data folder that they can
 * read, with all files in it. Calls `onProblem` if the system does not allow that.
 */
export function keepPrivate(dataDir: string, onProblem: (problem: Error) => void): void {
  process.umask(others);
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (cause) {
    throw notWritable(cause);
  }
  // Windows has other permissions.
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

/** Closes a folder after its contents: a start after a kill still sees it open, and repeats. */
export function closeToOthers(path: string): void {
  const info = lstatSync(path, { throwIfNoEntry: false });
  // A hard-linked file may belong to something else, e.g. the built app.
  if (!info || info.isSymbolicLink() || (info.isFile() && info.nlink > 1)) return;
  try {
    if (info.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
    if (info.mode & others) chmodSync(path, info.mode & ~others);
  } catch {
    // Removed meanwhile, or another user's file; the closed folder protects it.
  }
}
