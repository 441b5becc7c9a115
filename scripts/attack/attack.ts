/**
 * Starts an API node, repeats every kind of attack that has ever harmed one, and prints the response times of a normal
 * user (the "bystander") during each attack: `npm run attack`. Exits with 1 if a limit is exceeded. --short makes
 * smaller attacks (two minutes in total). --p99 (default 100): limit in milliseconds for the 99th percentile of the
 * bystander's response times; calls may always take 1 s. --memory (default 1200): limit in MB for an API node. Both
 * defaults assume an otherwise idle machine. --only try-ons,shared runs the attacks whose names contain one of these
 * words. Creates a database on the server of DATABASE_URL; if that is not set, starts a PostgreSQL.
 */

import { withScripts } from '../../tests/support/api/build-scripts.ts';
import { flag, readOptions, text, wholeNumber } from '../options.mjs';
import { runAttacks } from './run-attacks.ts';

const { only, ...options } = readOptions({
  short: flag,
  p99: wholeNumber(100),
  memory: wholeNumber(1200),
  only: text('words of names, separated by commas'),
}) as { short: boolean; p99: number; memory: number; only: string | null };

const { table, problems } = await withScripts(({ main }) =>
  runAttacks(main, { ...options, only: only?.split(',') ?? null }),
);
process.stdout.write(`| ${Object.keys(table[0] ?? {}).join(' | ')} |\n`);
for (const row of table) process.stdout.write(`| ${Object.values(row).join(' | ')} |\n`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
