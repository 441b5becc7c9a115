import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that must stay free on the disk for the database and for new pictures. */
export const leastFree = 256 * 2 ** 20;

export async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A temporary file that has not changed for this long (ms) was left by a killed process. */
const longestWriting = 60 * 60_000;

/** Deletes files whose names match and that have not changed for an hour. A missing folder is fine. */
export async function removeAbandoned(folder: string, names = /./): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!names.test(name)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > longestWriting) await rm(join(folder, name), { force: true });
  }
}
