import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import packageJson from '../../../package.json' with { type: 'json' };

/** A folder that a product serves, into which releases of the app are put one after the other. */
export interface Releases {
  /** What APP_DIR is to be. */
  folder: string;
  /** Puts a release in the place of the one before it, whose files are gone. */
  release(version: string): Promise<void>;
  dispose(): Promise<void>;
}

/** The version of the release that is built already. */
export const builtVersion = packageJson.version;

/** Takes the release that is built already, and builds the next one, which lets guests try. */
export async function buildReleases(next: string): Promise<Releases> {
  const root = await mkdtemp(path.join(tmpdir(), 'tyy-releases-'));
  const folder = path.join(root, 'served');
  const { NODE_ENV } = process.env;
  process.env.VITE_OPEN_TRY = '1';
  await cp('dist/app', path.join(root, builtVersion), { recursive: true });
  await build({
    define: { __APP_VERSION__: JSON.stringify(next) },
    build: { outDir: path.join(root, next), emptyOutDir: true },
    logLevel: 'error',
  });
  delete process.env.VITE_OPEN_TRY;
  // Vite leaves 'production' behind, in which no product of this process would let anybody sign in by name.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return {
    folder,
    async release(version) {
      await rm(folder, { recursive: true, force: true });
      await cp(path.join(root, version), folder, { recursive: true });
    },
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}
