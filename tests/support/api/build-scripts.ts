import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

/** Scripts that tests start as processes with plain Node. */
const sources = {
  main: 'server/start/main.ts',
  desk: 'server/desk.ts',
  /** One process of a cluster. */
  node: 'tests/cluster/node.ts',
  'check-api': 'scripts/check-api/check-api.ts',
  'stuck-backend': 'tests/server/support/stuck-backend.ts',
};

export type Scripts = Record<keyof typeof sources, string>;

declare module 'vitest' {
  interface ProvidedContext {
    scripts: Scripts;
  }
}

/** Inside the project, so that the bundles find its packages. */
const parent = 'node_modules/.cache';

/**
 * Bundles the scripts like the server, because a process starts two seconds sooner than from its sources. `remove`
 * deletes the bundles.
 */
async function buildScripts(): Promise<{ scripts: Scripts; remove(): Promise<void> }> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'tyy-scripts-'));
  const { NODE_ENV } = process.env;
  await build({
    configFile: 'vite.server.config.ts',
    build: { outDir: folder, rolldownOptions: { input: sources } },
    logLevel: 'error',
  });
  // Vite sets NODE_ENV to 'production', which disables signing in by name.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  const names = Object.keys(sources) as (keyof Scripts)[];
  return {
    scripts: Object.fromEntries(names.map(name => [name, resolve(folder, `${name}.js`)])) as Scripts,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Global setup of the Vitest projects that start such processes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { scripts, remove } = await buildScripts();
  project.provide('scripts', scripts);
  return remove;
}

/** Runs `act` outside Vitest, with built scripts and a PostgreSQL server: the server of DATABASE_URL, or a new one. */
export async function withScripts<T>(act: (scripts: Scripts) => Promise<T>): Promise<T> {
  const postgres = process.env.DATABASE_URL ? null : await startPostgres();
  process.env.TEST_DATABASE_URL = process.env.DATABASE_URL ?? postgres?.url;
  const { scripts, remove } = await buildScripts();
  try {
    return await act(scripts);
  } finally {
    await remove();
    await postgres?.stop();
  }
}
