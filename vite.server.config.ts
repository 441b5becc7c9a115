import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { startScript } from './scripts/process-settings.mjs';
import { artVersionFile, hashArt } from './server/generator/art-version.ts';
import { compileScript, platformFiles } from './server/sandbox/shell/compile-script.ts';

/**
 * Packages of hundreds of small files: in the bundle, processes load them faster. They must have no dependencies, which
 * the bundle would look for at the wrong place.
 */
const ofManyFiles = ['typebox', '@fastify/type-provider-typebox', 'kysely', 'stripe', 'jose'];

/** Builds the backend for Node: the server, its commands and threads, and the files that they read. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ofManyFiles },
  plugins: [copyFiles()],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'server/start/main.ts',
        desk: 'server/desk.ts',
        doctor: 'server/doctor.ts',
        'health-check': 'server/health-check.ts',
        'move-database': 'server/move-database.ts',
        'decode-process': 'server/jobs/photo-checks/decode-process.mjs',
        'filter-worker': 'server/generator/filters/filter-worker.ts',
        'generator-worker': 'server/generator/local/generator-worker.ts',
        'try-on-worker': 'server/try-ons/try-on-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});

/** Copies the files that the server reads into the bundle's folder. */
function copyFiles(): Plugin {
  let folder = '';
  return {
    name: 'copy-files',
    configResolved({ build }) {
      folder = build.outDir;
    },
    async closeBundle() {
      await writeFile(`${folder}/${artVersionFile}`, hashArt('server/generator'));
      await writeFile(`${folder}/start.sh`, startScript);
      await cp('server/generator/filters/filters.wasm', `${folder}/filters.wasm`);
      await cp('server/generator/photographs/sample.webp', `${folder}/sample.webp`);
      await cp('server/generator/models', `${folder}/models`, { recursive: true });
      await cp('server/db/migrations', `${folder}/migrations`, { recursive: true });
      await cp('server/templates/drawings', `${folder}/drawings`, { recursive: true });
      await copyShellPage('server/sandbox/shell/page', `${folder}/shell`);
    },
  };
}

/** Copies the pages of the shell simulator; compiles their scripts, and modules of the app that these import. */
async function copyShellPage(source: string, target: string): Promise<void> {
  const isCompiled = (file: string) => /\.ts$|tsconfig\.json$/.test(file);
  await cp(source, target, { recursive: true, filter: file => !isCompiled(file) });
  for (const file of await readdir(source)) {
    if (file.endsWith('.ts'))
      await writeFile(`${target}/${file.replace(/ts$/, 'js')}`, await compileScript(`${source}/${file}`));
  }
  for (const name of platformFiles) {
    const script = `${target}/platform/${name}.js`;
    await mkdir(dirname(script), { recursive: true });
    await writeFile(script, await compileScript(`src/platform/${name}.ts`));
  }
}
