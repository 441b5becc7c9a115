import { type Selectable, sql } from 'kysely';
import type { JobsTable } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { jobStatus, unfinished } from './status.ts';

/** Seconds a job takes until some have been measured: four pics of about 5 s and the check of the photos. */
const usualSeconds = 30;

/** How many of the last jobs are averaged. */
const measured = 10;

/** The minutes until each unfinished job will be done, by what recent ones took and how many wait before it. */
export async function expectMinutes(
  services: Services,
  jobs: Selectable<JobsTable>[],
): Promise<Map<string, number>> {
  const waiting = jobs.filter(job => unfinished.includes(job.status));
  if (waiting.length === 0) return new Map();

  const seconds = await averageSeconds(services);
  const queue = await services.db.query
    .selectFrom('jobs')
    .select('generate_id')
    .where('status', 'in', unfinished)
    .orderBy('position')
    .execute();
  const places = new Map(queue.map((job, place) => [job.generate_id, place]));

  return new Map(
    waiting.map(job => {
      const jobsToMake = (places.get(job.generate_id) ?? 0) + 1 - job.progress / 100;
      return [job.generate_id, Math.max(1, Math.ceil((jobsToMake * seconds) / 60))];
    }),
  );
}

async function averageSeconds({ db }: Services): Promise<number> {
  const recent = db.query
    .selectFrom('jobs')
    .select(sql<number>`extract(epoch FROM end_time - start_time)`.as('seconds'))
    .where('status', '=', jobStatus.generateSuccess)
    .orderBy('end_time', 'desc')
    .limit(measured)
    .as('recent');
  const { average } = await db.query
    .selectFrom(recent)
    .select(sql<number | null>`avg(seconds)::float8`.as('average'))
    .executeTakeFirstOrThrow();
  return average ?? usualSeconds;
}
