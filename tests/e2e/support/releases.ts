import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

/** A folder that a product serves, into which releases of the app are put one after the other. */
export interface Releases {
  /** What APP_DIR is to be. */
  folder: string;
  /** Puts a release in the place of the one before it, whose files are gone. */
  release(version: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Builds the app once for each version. */
export async function buildReleases(versions: string[]): Promise<Releases> {
  const root = await mkdtemp(path.join(tmpdir(), 'tyy-releases-'));
  const folder = path.join(root, 'served');
  const { NODE_ENV } = process.env;
  for (const version of versions) {
    await build({
      define: { __APP_VERSION__: JSON.stringify(version) },
      build: { outDir: path.join(root, version), emptyOutDir: true },
      logLevel: 'error',
    });
  }
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
