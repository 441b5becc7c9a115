import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Generator } from '../generator/generator.ts';
import { unfinished } from '../jobs/status.ts';

/** What one process measures, as Prometheus reads it. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  generations: Histogram<'result'>;
}

/** Starts measuring; the counts of jobs are read from the database whenever somebody asks. */
export function openMetrics(db: Database, clock: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: 'tyy_jobs',
    help: 'Jobs by status: 1 to be audited, 2 auditing, 3 refused, 4 generating, 5 done, 6 failed',
    labelNames: ['status'],
    registers,
    async collect() {
      const count = sql<number>`count(*)::int`.as('count');
      const rows = await db.query.selectFrom('jobs').select(['status', count]).groupBy('status').execute();
      this.reset();
      for (const row of rows) this.set({ status: String(row.status) }, row.count);
    },
  });
  new Gauge({
    name: 'tyy_queue_length',
    help: 'Unfinished jobs on which nobody works at the moment',
    registers,
    async collect() {
      const now = new Date(clock());
      const { count } = await db.query
        .selectFrom('jobs')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('status', 'in', unfinished)
        .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
        .executeTakeFirstOrThrow();
      this.set(count);
    },
  });

  return {
    registry,
    requests: new Histogram({
      name: 'tyy_http_request_seconds',
      help: 'Requests by route and status, with the time until the answer was sent',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    generations: new Histogram({
      name: 'tyy_generation_seconds',
      help: 'Time in which the generator made the pics of a job, or failed',
      labelNames: ['result'],
      buckets: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600],
      registers,
    }),
  };
}

/** The same generator, its time taken. */
export function timed(generator: Generator, { generations }: Metrics): Generator {
  return {
    inspect: photos => generator.inspect(photos),
    close: () => generator.close(),
    async generate(request, onProgress, signal) {
      const stop = generations.startTimer();
      try {
        const pics = await generator.generate(request, onProgress, signal);
        stop({ result: 'done' });
        return pics;
      } catch (error) {
        stop({ result: signal.aborted ? 'stopped' : 'failed' });
        throw error;
      }
    },
  };
}

/** Measures every request, and answers /metrics to whoever reaches the port: only for a port that is not public. */
export function serveMetrics(app: FastifyInstance, { registry, requests }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
