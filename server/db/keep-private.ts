import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The permissions of everybody but the owner. */
const others = 0o077;

/**
 * Keeps photos and accounts from other users of this machine: this process creates nothing from now on that they can read, and a data folder
 * that they can enter is closed, with all that an earlier version left in it. Calls `onProblem` if the system does not allow that.
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

/** Says what DATA_DIR must be, to an owner who named a folder that cannot be written. */
export const notWritable = (cause: unknown): Error =>
  new Error(`DATA_DIR must be a folder in which this user may write: ${(cause as Error).message}.`, {
    cause,
  });

const isOpen = (path: string) => (statSync(path).mode & others) !== 0;

/** Closes a path and all below it, a folder last: if this process is killed meanwhile, the next one begins again. */
export function closeToOthers(path: string): void {
  const info = lstatSync(path, { throwIfNoEntry: false });
  // A file with a second name is also somebody else's, such as a file of the built app.
  if (!info || info.isSymbolicLink() || (info.isFile() && info.nlink > 1)) return;
  try {
    if (info.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
    if (info.mode & others) chmodSync(path, info.mode & ~others);
  } catch {
    // Another process removed it, or it belongs to another user: the folder around it is what counts.
  }
}
