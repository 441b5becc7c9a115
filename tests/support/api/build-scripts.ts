import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

/** Scripts that tests start as Node processes. */
const sources = {
  main: 'server/start/main.ts',
  desk: 'server/desk.ts',
  doctor: 'server/doctor.ts',
  'health-check': 'server/health-check.ts',
  'move-database': 'server/move-database.ts',
  /** A server process in a test cluster. */
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
 * Bundles the scripts like the server build, because a bundle starts two seconds faster than TypeScript sources.
 * `remove` deletes the bundles.
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
  // Undo Vite's NODE_ENV 'production', which disables signing in by name.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  const names = Object.keys(sources) as (keyof Scripts)[];
  return {
    scripts: Object.fromEntries(names.map(name => [name, resolve(folder, `${name}.js`)])) as Scripts,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Global setup for the Vitest projects that start these scripts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { scripts, remove } = await buildScripts();
  project.provide('scripts', scripts);
  return remove;
}

/** Runs `act` outside Vitest, with bundled scripts. Starts a PostgreSQL server if DATABASE_URL is not set. */
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
