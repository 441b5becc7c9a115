import { readFile } from 'node:fs/promises';

/** The JavaScript of one of the page's TypeScript files: a module for each, so that the browser names them in errors. */
export async function compileScript(file: string): Promise<string> {
  // Only the build and the development server have Vite.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
  return code.replace(/from ['"](\.\/[\w-]+)\.ts['"]/g, "from '$1.js'");
}
