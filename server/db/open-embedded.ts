import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { closeToOthers } from './keep-private.ts';
import { lockDataDir } from './lock-data-dir.ts';

/** PostgreSQL's own 128 MB would be most of what the process takes; what is not in them is read from the system's cache. */
const buffers = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB'];

/** An open pool, and what closes the database behind it. */
export interface EmbeddedPool {
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens PGlite in a data folder, which is locked until `close`, or in memory (null). */
export async function openEmbedded(dataDir: string | null): Promise<EmbeddedPool> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');

  if (dataDir) await mkdir(dataDir, { recursive: true });
  const release = dataDir ? await lockDataDir(dataDir) : async () => {};
  const place = dataDir ? join(dataDir, 'database') : 'memory://';
  if (dataDir && !existsSync(join(place, 'PG_VERSION'))) await createIn(place);
  const lite = await PGlite.create(place, { startParams: [...PGlite.defaultStartParams, ...buffers] });
  // PGlite gives its files the permissions of a usual umask, whatever that of this process is.
  if (dataDir) closeToOthers(place);
  // PGlite has one connection: never query outside a transaction while inside it.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });

  return {
    pool,
    async close() {
      await lite.close();
      await release();
    },
  };
}

/** Creates an empty database in a thread of its own: the 350 MB that this takes would stay with the process for minutes. */
async function createIn(place: string): Promise<void> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const code = `require(${JSON.stringify(pglite)}).PGlite.create(${JSON.stringify(place)}).then(lite => lite.close())`;
  await once(new Worker(code, { eval: true }), 'exit');
}
