import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The folder for source maps, next to the output folder. */
const mapsOf = (outDir: string) => path.join(outDir, '../maps');

/** Moves source maps out of the public folder. Only the backend needs them, to decode error reports. */
export function sourceMaps(): Plugin {
  let outDir = '';
  return {
    name: 'source-maps',
    apply: 'build',
    enforce: 'post',
    config: () => ({ build: { sourcemap: 'hidden' } }),
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      async handler() {
        const maps = mapsOf(outDir);
        await rm(maps, { recursive: true, force: true });
        await mkdir(maps, { recursive: true });
        for (const file of await readdir(outDir, { recursive: true })) {
          if (file.endsWith('.map'))
            await rename(path.join(outDir, file), path.join(maps, path.basename(file)));
        }
      },
    },
  };
}
