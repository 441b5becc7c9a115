import type { TestProject } from 'vitest/node';
import { buildScript } from '../support/build-script.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The script of one process of the product, for plain Node: dozens of processes start from it. */
    clusterNode: string;
  }
}

/** Builds node.ts. */
export const buildNode = () => buildScript('tests/cluster/node.ts');

/** Vitest calls this before the tests of a project that has a cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { script, remove } = await buildNode();
  project.provide('clusterNode', script);
  return remove;
}
