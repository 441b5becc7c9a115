import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the command into a file that plain Node starts in a tenth of the time that a compiler in front of it takes. */
export async function buildDesk(): Promise<string> {
  const outDir = `${root}node_modules/.cache/desk-${process.pid}`;
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    ssr: { external: true },
    build: {
      ssr: 'server/desk.ts',
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'desk.js' } },
    },
  });
  return `${outDir}/desk.js`;
}
