/**
 * Compiles the image filters (AssemblyScript) to WebAssembly: `npx tsx tools/wasm/build.mjs`. Run it after each change
 * of the filters' sources. It takes about five seconds.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import compiler from 'assemblyscript/asc';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = 'server/generator/filters';

/** Writes filters.wasm to a folder. Default: next to the sources. */
export async function buildFilters(folder = join(root, home)) {
  const target = join(folder, 'filters.wasm');
  // Write to a temporary file and rename it at the end, because a backend may be reading the old file.
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

/** Reads a source file. Our imports end with `.ts`, and the compiler appends another `.ts`. */
function readFile(name, folder) {
  const file = join(folder, name.replace(/(\.ts)+$/, '.ts'));
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
