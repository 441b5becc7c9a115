/**
 * Attacks an API node that this script starts, in every way that once stalled or robbed one, and prints the response
 * times of a bystander meanwhile: `npm run attack`. Exits with 1 if a limit is exceeded. --short makes smaller attacks
 * (two minutes in all). --p99 (100): milliseconds for a bystander's file, and, if larger than its own limit, for any
 * other request. --memory (1200): MB that an API node may use. Both defaults are for an otherwise idle machine. --only
 * try-ons,shared runs the attacks whose names contain one of the words. The database is the empty one of DATABASE_URL,
 * else a PostgreSQL started for this run.
 */

import { startPostgres } from '../../tests/support/api/postgres.ts';
import { flag, readOptions, text, wholeNumber } from '../options.mjs';
import type { Attack } from './attack-type.ts';
import { newUser, Tally } from './attackers.ts';
import { attacks } from './attacks.ts';
import { Bystander } from './bystander.ts';
import { openCrookedServices } from './elsewhere-attacks.ts';
import { ServerProcess } from './server-process.ts';

const { short, p99, memory, only } = readOptions({
  short: flag,
  p99: wholeNumber(100),
  memory: wholeNumber(1200),
  only: text('words of names, separated by commas'),
}) as {
  short: boolean;
  p99: number;
  memory: number;
  only: string | null;
};

/** Calls a minute: more than an attacking user makes, so that this limit does not protect the bystander. */
const rateLimit = 400;

/** Milliseconds for a bystander's call, which may wait for the database. */
const longestCall = Math.max(1_000, p99);

const problems: string[] = [];
const postgres = process.env.DATABASE_URL ? null : await startPostgres();
const common = { RATE_LIMIT: String(rateLimit), TRUST_PROXY: '1', SANDBOX: '1', METRICS: '1' };
const table: Record<string, string | number>[] = [];
const words = only?.split(',') ?? [''];
const services = await openCrookedServices();
const chosen = attacks(short, services).filter(({ name }) => words.some(word => name.includes(word)));
try {
  const DATABASE_URL = process.env.DATABASE_URL ?? postgres!.url;
  await attackAll({ ROLE: 'api', DATABASE_URL }, ({ role }) => role === undefined);
  await attackAll({ ROLE: 'all' }, ({ role }) => role === 'all');
  await attackAll({ ROLE: 'all', ...services.settings }, ({ role }) => role === 'with-services');
} finally {
  await services.close();
  await postgres?.stop();
}

async function attackAll(
  settings: Record<string, string>,
  isMeant: (attack: Attack) => boolean,
): Promise<void> {
  const meant = chosen.filter(isMeant);
  if (meant.length === 0) return;
  const environment = { ...common, DATABASE_URL: '', ...settings };
  const server = await ServerProcess.start(environment);
  try {
    const { token } = await newUser(server.origin);
    const startAnother = () => ServerProcess.start({ ...environment, DATA_DIR: server.dataDir });
    const bystander = new Bystander(server.origin, token);
    for (const attack of meant) await make(attack, { server, bystander, startAnother });
    bystander.leave();
  } finally {
    await server.stop();
  }
}

interface Attacked {
  server: ServerProcess;
  bystander: Bystander;
  startAnother(): Promise<ServerProcess>;
}

async function make(attack: Attack, { server, bystander, startAnother }: Attacked): Promise<void> {
  const tally = new Tally();
  const { origin, dataDir } = server;
  const act = await attack.prepare({
    origin,
    dataDir,
    startAnother,
    rateLimit,
    isShort: short,
    patience: p99,
    tally,
  });
  await server.untilAtRest();
  server.peakMemory();
  const before = server.peakMemory();
  const began = performance.now();
  const felt = await bystander.during(() =>
    act().catch((error: unknown) => {
      problems.push(`${attack.name}: ${error instanceof Error ? error.message : error}.`);
    }),
  );
  const peak = server.peakMemory();
  const more = peak - before;
  const { role, moreMemory = Number.POSITIVE_INFINITY } = attack;
  if (felt.call.p99 > longestCall)
    problems.push(`${attack.name}: a call took ${felt.call.p99} ms, above ${longestCall}.`);
  if (felt.file.p99 > p99) problems.push(`${attack.name}: a file took ${felt.file.p99} ms, above ${p99}.`);
  // A process that also makes pics contains the database and the generator, so only the additional memory is limited.
  if (role === undefined && peak > memory)
    problems.push(`${attack.name}: the process took ${peak} MB, above ${memory}.`);
  if (more > moreMemory) problems.push(`${attack.name}: it took ${more} MB more, above ${moreMemory}.`);
  if (felt.failures > 0) problems.push(`${attack.name}: ${felt.failures} requests of a bystander failed.`);
  if (tally.errors > 0) problems.push(`${attack.name}: the server had errors (${tally}).`);
  if (!server.isRunning) throw new Error(`${attack.name}: the backend ended.`);
  table.push({
    attack: attack.name,
    responses: String(tally),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    'file p50': felt.file.p50,
    'file p99': felt.file.p99,
    'call p50': felt.call.p50,
    'call p99': felt.call.p99,
    'memory, MB': peak,
    more,
  });
}

process.stdout.write(`| ${Object.keys(table[0] ?? {}).join(' | ')} |\n`);
for (const row of table) process.stdout.write(`| ${Object.values(row).join(' | ')} |\n`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
