/**
 * Compiles the image filters (AssemblyScript) to WebAssembly: `node scripts/build-filters.mjs <file>`. Takes about five
 * seconds; does nothing when the file is newer than the sources.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = 'server/generator/filters/assembly';
const target = resolve(process.argv[2]);
const changed = file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...readdirSync(join(root, sources)).map(file => changed(join(root, sources, file))));

if (changed(target) < newest) await compile();

async function compile() {
  mkdirSync(dirname(target), { recursive: true });
  const { default: compiler } = await import('assemblyscript/asc');
  // Several processes may compile at once: each writes a file of its own and moves it into place.
  const own = `${target}.${process.pid}`;
  const { error, stderr } = await compiler.main(
    [
      ...[`${sources}/all-filters.ts`, '--baseDir', root, '-o', relative(root, own)],
      ...['-O3', '--enable', 'simd', '--enable', 'threads', '--runtime', 'stub', '--noAssert'],
      ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
      ...['--disableWarning', '112'],
    ],
    { readFile },
  );

  if (error) throw new Error(`The filters cannot be compiled:\n${stderr}`, { cause: error });
  renameSync(own, target);
}

/** The compiler adds an ending to imports, which have one here as everywhere in the project. */
function readFile(name, folder) {
  const file = join(folder, name.replace(/(\.ts)+$/, '.ts'));
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
