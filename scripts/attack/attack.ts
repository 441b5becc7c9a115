/**
 * Attacks an API node that this script starts, in every way that once stalled or robbed one, and prints the response
 * times of a bystander meanwhile: `npm run attack`. Exits with 1 if a limit is exceeded. --short makes smaller attacks
 * (two minutes in all). --p99 (100): milliseconds for a bystander's file, and, if larger than its own limit, for any
 * other request. --memory (1200): MB that an API node may use. Both defaults are for an otherwise idle machine. --only
 * try-ons,shared runs the attacks whose names contain one of the words. The database is a new one on the server of
 * DATABASE_URL, else on a PostgreSQL started for this run.
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
