import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build writes the result of `hashArt` to a file with this name. */
export const artVersionFile = 'art-version.txt';

/** Folders excluded from the hash: remote services draw their own pictures. */
const otherFolders = new Set(['remote']);

/**
 * A 12-digit hexadecimal hash of the drawing code's source files. It is part of picture URLs and cache keys, so
 * pictures can be cached forever.
 */
export const artVersion = readArtVersion();

function readArtVersion(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  if (existsSync(join(here, 'art-version.ts'))) return hashArt(here);

  // In the bundle, this code may be one folder below the entry files, so also look one folder up.
  const built = [join(here, artVersionFile), join(here, '..', artVersionFile)].find(existsSync);
  if (!built) throw new Error(`The version of the art is missing: no ${artVersionFile} near ${here}`);
  return readFileSync(built, 'utf8').trim();
}

export function hashArt(folder: string): string {
  const hash = createHash('sha256');

  for (const name of filesOf(folder).sort()) {
    const bytes = readFileSync(join(folder, name));
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 12);
}

function filesOf(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap(entry => {
    const name = prefix ? `${prefix}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return otherFolders.has(name) ? [] : filesOf(folder, name);
    return [name];
  });
}
