import { readFile } from 'node:fs/promises';

/** Where the page finds the files of the app's protocol. */
const platformPath = '/sandbox/shell/platform';

/** The files of src/platform that pages of the sandbox take values from: what they check cannot be another protocol than the app's. */
export const platformFiles = [
  'bridge/bridge-replies',
  'bridge/shell-transport',
  'host',
  'parse',
  'pictures/picture-file',
  'pictures/picture-type',
];

/** The JavaScript of one of the page's TypeScript files: a module for each, so that the browser names them in errors. */
export async function compileScript(file: string): Promise<string> {
  // Only the build and the development server have Vite.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
  return code
    .replace(/from ['"](?:\.\.\/)+src\/platform\/([\w/-]+)\.ts['"]/g, `from '${platformPath}/$1.js'`)
    .replace(/from ['"](\.{1,2}\/[\w/-]+)\.ts['"]/g, "from '$1.js'");
}
