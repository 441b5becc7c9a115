import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that has not changed for this long (ms) was left by a process that was killed. */
const longestWriting = 60 * 60_000;

/** Removes the files of a folder that nobody is writing any more, of those whose names fit; a folder that is not there has none. */
export async function removeAbandoned(folder: string, names = /./): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!names.test(name)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > longestWriting) await rm(join(folder, name), { force: true });
  }
}
