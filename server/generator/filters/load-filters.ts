import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledModule, webAssembly } from './web-assembly.ts';

/** The compiled filters: the build lays them beside the bundle; from source they are compiled when they have changed. */
export async function loadFilters(): Promise<CompiledModule> {
  const here = dirname(fileURLToPath(import.meta.url));
  // The bundle's chunks may lie a folder deeper than its entries.
  const built = [join(here, 'filters.wasm'), join(here, '..', 'filters.wasm')].find(existsSync);

  return webAssembly.compile(await readFile(built ?? compileFromSource(here)));
}

function compileFromSource(here: string): string {
  const root = join(here, '..', '..', '..');
  const file = join(root, 'node_modules', '.cache', 'tyy', 'filters.wasm');
  execFileSync(process.execPath, [join(root, 'scripts', 'build-filters.mjs'), file], { stdio: 'inherit' });

  return file;
}
