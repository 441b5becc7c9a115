import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledModule, webAssembly } from './web-assembly.ts';

/** The compiled filters: beside their sources, and laid beside the bundle by the build. */
export async function loadFilters(): Promise<CompiledModule> {
  const here = dirname(fileURLToPath(import.meta.url));
  // The bundle's chunks may lie a folder deeper than its entries.
  const file = [join(here, 'filters.wasm'), join(here, '..', 'filters.wasm')].find(existsSync);
  if (!file) throw new Error(`The compiled filters are missing: no filters.wasm near ${here}`);

  return webAssembly.compile(await readFile(file));
}
