import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file in the drawings' folder with their art version. */
export const drawingsVersionFile = 'art-version.txt';

const here = dirname(fileURLToPath(import.meta.url));

/** The drawings in this release; null if there are none. */
const folder = findFolder();

/**
 * The drawing of a built-in template that `npx tsx scripts/pics/drawings.ts` made ahead (768 × 1024), or null if
 * missing or of another art version. Drawing all of them takes minutes, in which the first visitors would see an empty
 * grid.
 */
export async function shippedDrawing(id: number, artVersion: string): Promise<Uint8Array | null> {
  if (folder === null) return null;
  const version = await readFile(join(folder, drawingsVersionFile), 'utf8').catch(() => '');
  if (version.trim() !== artVersion) return null;
  return readFile(join(folder, `${id}.webp`)).catch(() => null);
}

/** The bundle's chunks may be one folder below its entries. */
function findFolder(): string | null {
  return [join(here, 'drawings'), join(here, '..', 'drawings')].find(existsSync) ?? null;
}
