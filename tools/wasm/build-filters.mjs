/**
 * Compiles the image filters (AssemblyScript) to WebAssembly: `npx tsx tools/wasm/build.mjs`. Run it after each change
 * of their sources; it takes about five seconds.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import compiler from 'assemblyscript/asc';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = 'server/generator/filters';

/** Writes filters.wasm to a folder, by default next to the sources. */
export async function buildFilters(folder = join(root, home)) {
  const target = join(folder, 'filters.wasm');
  // Rename the file when it is complete, because a backend may read the old file at this moment.
  const own = `${target}.${process.pid}`;
  const { error, stderr } = await compiler.main(
    [
      ...[`${home}/assembly/all-filters.ts`, '--baseDir', root, '-o', relative(root, own)],
      ...['-O3', '--enable', 'simd', '--enable', 'threads', '--runtime', 'stub', '--noAssert'],
      ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
      ...['--disableWarning', '112'],
    ],
    { readFile },
  );

  if (error) throw new Error(`The filters cannot be compiled:\n${stderr}`, { cause: error });
  renameSync(own, target);
}

/** Reads a source file. The compiler appends `.ts` to imports, although our imports have it already. */
function readFile(name, folder) {
  const file = join(folder, name.replace(/(\.ts)+$/, '.ts'));
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
