import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file beside the drawings that names the version of the art that they show. */
export const drawingsVersionFile = 'art-version.txt';

const here = dirname(fileURLToPath(import.meta.url));

/** The drawings that come with the product; null where they show another version of the art. */
const folder = findFolder();

/**
 * The drawing of a built-in template that `npx tsx scripts/pics/drawings.ts` made ahead, as an encoded picture of 768 × 1024, or null.
 * Drawing all of them takes minutes, in which the first visitors would see an empty grid.
 */
export async function shippedDrawing(id: number, artVersion: string): Promise<Uint8Array | null> {
  if (folder === null) return null;
  const version = await readFile(join(folder, drawingsVersionFile), 'utf8').catch(() => '');
  if (version.trim() !== artVersion) return null;
  return readFile(join(folder, `${id}.webp`)).catch(() => null);
}

/** The bundle's chunks may lie a folder deeper than its entries. */
function findFolder(): string | null {
  return [join(here, 'drawings'), join(here, '..', 'drawings')].find(existsSync) ?? null;
}
