import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';

/** Inside of the project, so that the bundle finds its packages. */
const parent = 'node_modules/.cache';

/** A script for plain Node; `remove` takes its folder away. */
export interface BuiltScript {
  script: string;
  remove(): Promise<void>;
}

/** Builds a script as the server is built: each process that starts from it is there two seconds sooner than from the sources. */
export async function buildScript(source: string): Promise<BuiltScript> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'tyy-script-'));
  const name = basename(source, '.ts');
  const { NODE_ENV } = process.env;
  await build({
    configFile: 'vite.server.config.ts',
    build: { outDir: folder, rolldownOptions: { input: { [name]: source } } },
    logLevel: 'error',
  });
  // Vite leaves 'production' behind, in which nobody signs in by name.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return {
    script: resolve(folder, `${name}.js`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
