import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file in which a build keeps what `hashArt` returned for its sources. */
export const artVersionFile = 'art-version.txt';

/** The folders that do not decide how a picture is drawn: they lead to services that draw by themselves. */
const otherFolders = new Set(['remote']);

/**
 * Identifies the art: 12 hexadecimal digits that change when any source of the drawings does, and only then. Part of the
 * addresses of pictures and of the names of caches, so that both can be kept for ever.
 */
export const artVersion = readArtVersion();

function readArtVersion(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  if (existsSync(join(here, 'art-version.ts'))) return hashArt(here);

  // The bundle's chunks may lie a folder deeper than its entries.
  const built = [join(here, artVersionFile), join(here, '..', artVersionFile)].find(existsSync);
  if (!built) throw new Error(`The version of the art is missing: no ${artVersionFile} near ${here}`);
  return readFileSync(built, 'utf8').trim();
}

/** A hash over the names and the bytes of all files of the art in the folder of the generator. */
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
