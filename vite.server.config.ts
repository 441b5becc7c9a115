import { cp, writeFile } from 'node:fs/promises';
import { defineConfig } from 'vite';
import { artVersionFile, hashArt } from './server/generator/art-version.ts';

/** Builds the backend for plain Node: the server, the generator's thread, and the files that they read. */
export default defineConfig({
  publicDir: false,
  ssr: { external: true },
  plugins: [
    {
      name: 'copy-files',
      async closeBundle() {
        await writeFile(`dist/server/${artVersionFile}`, hashArt('server/generator'));
        await cp('server/generator/models', 'dist/server/models', { recursive: true });
        await cp('server/sandbox/shell/page', 'dist/server/shell', { recursive: true });
      },
    },
  ],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        'decode-process': 'server/jobs/photo-checks/decode-process.ts',
        'generator-worker': 'server/generator/local/generator-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
