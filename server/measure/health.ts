import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { handlesLeft } from '../http/limits/limit-connections.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Milliseconds: time limit for each check, and how long its result is cached, so that frequent probes are cheap. */
const patience = 3_000;
const countsFor = 2_000;

/** With fewer free file handles, the process is not ready: calls that open a file or connection may fail. */
const fewestHandles = 32;

/**
 * `/healthz` responds with 200 while the process runs. `/readyz` responds with 200 if the database responds, the store
 * is writable, file handles are free, and the process, if it is a worker, polls for jobs; otherwise with 503. A worker
 * does not poll if its store is not the API's store.
 */
export function serveHealth(
  app: FastifyInstance,
  {
    db,
    store,
    queue,
    left = handlesLeft,
  }: {
    db: Database;
    store: ObjectStore;
    queue: Pick<JobQueue, 'isAlive'>;
    left?: () => Promise<number>;
  },
): void {
  const probe = `probes/${randomBytes(6).toString('hex')}`;
  let latest: { time: number; state: ReturnType<typeof look> } | null = null;

  async function look() {
    const [database, writable, handles] = await Promise.all([
      succeeds(() => sql`SELECT 1`.execute(db.query)),
      succeeds(() => store.put(probe, new Uint8Array(1), 'application/octet-stream')),
      left().then(count => count >= fewestHandles),
    ]);
    return { database, store: writable, handles };
  }

  app.addHook('onClose', async () => {
    await store.delete(probe).catch(() => {});
  });

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const time = performance.now();
    if (!latest || time - latest.time > countsFor) latest = { time, state: look() };
    const state = await latest.state;
    const isWorking = queue.isAlive();
    const isReady = state.database && state.store && state.handles && isWorking;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', ...state, queue: isWorking });
  });
}

async function succeeds(act: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, patience, false);
  });
  const done = act().then(
    () => true,
    () => false,
  );
  return Promise.race([done, tooLate]).finally(() => clearTimeout(timer));
}
