import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How long the files of a release are kept after it was last served, ms: no page stays open longer without a reload. */
const keptFor = 14 * 24 * 3600_000;

/**
 * Copies the hashed files of a release into a folder with those of the releases before it, which pages that are still open
 * ask for, and removes what is too old. Where nothing can be written there, only the present release is served.
 */
export async function saveReleasedFiles(release: string, folder: string): Promise<void> {
  const source = join(release, 'assets');
  const target = join(folder, 'assets');
  await mkdir(target, { recursive: true });
  const now = new Date();
  const names = await readdir(source);
  for (const name of names) {
    const copy = join(target, name);
    await save(join(source, name), copy);
    await utimes(copy, now, now);
  }
  const current = new Set(names);
  for (const name of await readdir(target)) {
    if (current.has(name)) continue;
    const copy = join(target, name);
    if (now.getTime() - (await stat(copy)).mtimeMs > keptFor) await rm(copy, { force: true });
  }
}

/** Copies a file that is missing or cut short. Earlier versions made a second name instead, which has the permissions of the built app. */
async function save(file: string, copy: string): Promise<void> {
  const [whole, found] = await Promise.all([stat(file), stat(copy).catch(() => null)]);
  if (found?.isFile() && found.size === whole.size && found.nlink === 1) return;
  // A copy has its name only once it is whole: it may be served for weeks.
  const part = `${copy}.${randomUUID()}.part`;
  await writeFile(part, await readFile(file));
  if (found?.isDirectory()) await rm(copy, { recursive: true });
  await rename(part, copy);
}
