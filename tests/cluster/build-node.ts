import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The script of one process of the product, for plain Node. */
    clusterNode: string;
  }
}

/** Inside of the project, so that the bundle finds its packages. */
const parent = 'node_modules/.cache';

/** Builds node.ts as the server is built: dozens of processes start from it, each two seconds sooner than from the sources. */
export async function buildNode(): Promise<{ script: string; remove: () => Promise<void> }> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'tyy-cluster-'));
  const { NODE_ENV } = process.env;
  await build({
    configFile: 'vite.server.config.ts',
    build: { outDir: folder, rolldownOptions: { input: { node: 'tests/cluster/node.ts' } } },
    logLevel: 'error',
  });
  // Vite leaves 'production' behind, in which nobody signs in by name.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return { script: resolve(folder, 'node.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Vitest calls this before the tests of a project that has a cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { script, remove } = await buildNode();
  project.provide('clusterNode', script);
  return remove;
}
