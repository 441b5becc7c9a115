/**
 * Measures how soon users see try-ons, and how much try-ons slow a job down: `npm run build && npm run bench --
 * try-ons`. Requests try-ons like the app, first of one template, then of three templates at a time. Measures the same
 * job alone and during try-ons. Exits with 1 if the first try-on takes longer than 2.5 s, if fewer than 3 are drawn per
 * second, or if the job takes over 20 % longer. --pairs (2): how often the job is measured alone and during try-ons.
 * --apart: an API node draws the try-ons, and a worker on the same machine makes the jobs. Run it on an otherwise idle
 * machine.
 */
import { readFileSync } from 'node:fs';
import { dataOf } from '../../tests/support/api/api.ts';
import { startPostgres } from '../../tests/support/api/postgres.ts';
import { portrait } from '../../tests/support/portrait.ts';
import { flag, readOptions, wholeNumber } from '../options.mjs';
import { type Customer, makeJob, newCustomer } from './customer.ts';
import { startApp } from './start-app.mjs';

const { pairs, apart } = readOptions({ pairs: wholeNumber(2), apart: flag }) as {
  pairs: number;
  apart: boolean;
};
const limits = { first: 2.5, rate: 3, slowdown: 1.2 };

const postgres = apart ? await startPostgres() : null;
const database = postgres && { DATABASE_URL: postgres.url };
const app = await startApp({ ...database, ...(apart && { ROLE: 'api' }) });
const worker = database && (await startApp({ ...database, ROLE: 'worker', DATA_DIR: app.data }));
try {
  const photo = readFileSync(portrait);
  // Run a job first: it starts the generator's threads, which would distort the measurement.
  await makeJob(await newCustomer(app.origin, 'warm', photo), 1);

  const ann = await newCustomer(app.origin, 'ann', photo);
  const ids = (await dataOf(ann.user.get('getTemplates', { page_size: 60 }))).list.map(({ id }) => id);
  const first = await secondsOf(() => draw(ann, ids.slice(0, 1)));
  const others = await secondsOf(() => drawAll(ann, ids.slice(1, 31)));
  const rate = 30 / others;

  const alone: number[] = [];
  const beside: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    alone.push(await secondsOf(() => makeJob(ann, 1)));
    const bob = await newCustomer(app.origin, `bob-${pair}`, photo);
    const ending = new AbortController();
    const drawing = drawAll(bob, ids, ending.signal);
    beside.push(await secondsOf(() => makeJob(ann, 1)));
    ending.abort();
    await drawing;
  }
  const slowdown = sum(beside) / sum(alone);
  const report = { first, rate, alone, beside, slowdown };
  process.stdout.write(
    `${JSON.stringify(report, (_, value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value), 2)}\n`,
  );
  if (first > limits.first || rate < limits.rate || slowdown > limits.slowdown) process.exitCode = 1;
} finally {
  app.close();
  worker?.close();
  await postgres?.stop();
}

async function draw({ user, photo }: Customer, template_ids: number[]): Promise<void> {
  await dataOf(user.post('previewTemplates', { photo, template_ids }));
}

/** Like the app, requests try-ons of three templates at a time, and the next three after the response. */
async function drawAll(customer: Customer, ids: number[], signal?: AbortSignal): Promise<void> {
  for (let start = 0; start < ids.length && !signal?.aborted; start += 3) {
    // The server may refuse try-ons during a job.
    await draw(customer, ids.slice(start, start + 3)).catch(error => {
      if (!signal) throw error;
    });
  }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
