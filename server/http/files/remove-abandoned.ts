import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds without a change after which a file is taken as left by a killed process. */
const longestWriting = 60 * 60_000;

/** Deletes stale files with matching names; a missing folder is fine. */
export async function removeAbandoned(folder: string, names = /./): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!names.test(name)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > longestWriting) await rm(join(folder, name), { force: true });
  }
}
