import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);
const debianFolder = '/usr/lib/postgresql';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server on which each test file creates a database. Undefined with embedded databases. */
    postgresUrl: string;
  }
}

/** Returns the folder with PostgreSQL's programs; null if PostgreSQL is not installed. */
export function findPostgres(): string | null {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one));
  const folders = [
    ...newest.map(version => join(debianFolder, version, 'bin')),
    '/usr/bin',
    '/usr/local/bin',
  ];
  return folders.find(folder => existsSync(join(folder, 'initdb'))) ?? null;
}

/** A running server; `stop` also deletes its data. */
export interface PostgresServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server in a temporary folder inside `parent`. Root starts it as the user `postgres`, because PostgreSQL
 * refuses to run as root.
 */
export async function startPostgres(parent = tmpdir()): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs)
    throw new Error('PostgreSQL is not installed: node scripts/test-programs.mjs says how to get it.');
  const folder = await mkdtemp(join(parent, 'tyy-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;

  if (isRoot) spawnSync('chown', ['postgres', folder]);
  await chmod(folder, 0o700);

  async function call(program: string, options: string[]): Promise<void> {
    const command = [join(programs!, program), ...options];
    const [first, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    await run(first!, rest, { cwd: '/' });
  }

  // Switch fsync off (-F), because it doubles the time for writes, and test data may be lost in a power cut.
  const settings = `-p ${port} -k ${folder} -h 127.0.0.1 -F -c max_connections=200`;
  await call('initdb', ['-D', data, '-U', 'tyy', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']);
  await call('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings]);

  return {
    url: `postgres://tyy@127.0.0.1:${port}/postgres`,
    async stop() {
      await call('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', data]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a PostgreSQL server; returns null if PostgreSQL is not installed or TEST_DATABASE_URL is set. */
export async function startUnnamedPostgres(): Promise<PostgresServer | null> {
  return process.env.TEST_DATABASE_URL || !findPostgres() ? null : startPostgres(await folderOfTests());
}

/** Global setup for the Vitest projects that need PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(await folderOfTests());
  project.provide('postgresUrl', server.url);
  return server.stop;
}

/** The free memory required, in bytes: several times the size of a run's databases. */
const room = 2 * 2 ** 30;

/**
 * Returns the folder for test databases: in memory, which saves a quarter of the processor time, or on disk if /dev/shm
 * is small, as in a container. Benchmarks always use the disk, as in production.
 */
async function folderOfTests(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= room ? memory : tmpdir();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
