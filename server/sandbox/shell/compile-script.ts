import { readFile } from 'node:fs/promises';

const platformPath = '/sandbox/shell/platform';

/** Files of src/platform that the sandbox's pages import, so that both use the same protocol code. */
export const platformFiles = [
  'bridge/bridge-replies',
  'bridge/shell-transport',
  'host',
  'parse',
  'pictures/picture-file',
  'pictures/picture-type',
];

/** Compiles a page's TypeScript file without bundling, so that errors name the file. */
export async function compileScript(file: string): Promise<string> {
  // Import Vite only here: it is installed only for builds and for the development server.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
  return code
    .replace(/from ['"](?:\.\.\/)+src\/platform\/([\w/-]+)\.ts['"]/g, `from '${platformPath}/$1.js'`)
    .replace(/from ['"](\.{1,2}\/[\w/-]+)\.ts['"]/g, "from '$1.js'");
}
