/**
 * Starts an API node, attacks it in every way that once stalled or robbed a node, and prints the response times of a
 * normal user (the "bystander") during each attack: `npm run attack`. Exits with 1 if a limit is exceeded. --short
 * makes smaller attacks (two minutes in all). --p99 (100): milliseconds for the bystander's file requests, and for
 * other requests if it is higher than their own limit. --memory (1200): MB that an API node may use. Both defaults are
 * for an otherwise idle machine. --only try-ons,shared runs the attacks whose names contain one of these words. Creates
 * a database on the server of DATABASE_URL, else on a PostgreSQL that it starts.
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
