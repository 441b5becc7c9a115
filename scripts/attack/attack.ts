/**
 * Attacks an API node that this script starts, in every way that stalled or robbed one before, and prints what a bystander
 * feels meanwhile: `npm run attack`. Exit code 1 where a bound is broken. --short makes less of each attack (some 20 s in all);
 * --p99 (100) are the milliseconds within which a bystander's file must come, --memory (1200) the MB that the process may
 * take: both are for a machine that does nothing else. The database is the empty one of DATABASE_URL, else a PostgreSQL of
 * this run.
 */

import { startPostgres } from '../../tests/support/postgres.ts';
import { flag, readOptions, wholeNumber } from '../options.mjs';
import { newUser, Tally } from './attackers.ts';
import { attacks } from './attacks.ts';
import { feel } from './bystander.ts';
import { ServerProcess } from './server-process.ts';

const { short, p99, memory } = readOptions({
  short: flag,
  p99: wholeNumber(100),
  memory: wholeNumber(1200),
}) as {
  short: boolean;
  p99: number;
  memory: number;
};

/** Calls a minute: more than the attacks of one user make, so that the limit is not what saves the bystander. */
const rateLimit = 400;

const problems: string[] = [];
const postgres = process.env.DATABASE_URL ? null : await startPostgres();
const server = await ServerProcess.start({
  ROLE: 'api',
  DATABASE_URL: process.env.DATABASE_URL ?? postgres!.url,
  RATE_LIMIT: String(rateLimit),
  TRUST_PROXY: '1',
  SANDBOX: '1',
});
const table: Record<string, string | number>[] = [];
try {
  const { token } = await newUser(server.origin);
  for (const attack of attacks(short)) {
    const tally = new Tally();
    const act = await attack.prepare({ origin: server.origin, rateLimit, isShort: short, tally });
    server.peakMemory();
    const began = performance.now();
    const felt = await feel(server.origin, token, () =>
      act().catch((error: unknown) => {
        problems.push(`${attack.name}: ${error instanceof Error ? error.message : error}.`);
      }),
    );
    const peak = server.peakMemory();
    if (felt.file.p99 > p99) problems.push(`${attack.name}: a file took ${felt.file.p99} ms, above ${p99}.`);
    if (peak > memory) problems.push(`${attack.name}: the process took ${peak} MB, above ${memory}.`);
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
    });
  }
} finally {
  await server.stop();
  await postgres?.stop();
}

process.stdout.write(`| ${Object.keys(table[0] ?? {}).join(' | ')} |\n`);
for (const row of table) process.stdout.write(`| ${Object.values(row).join(' | ')} |\n`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
