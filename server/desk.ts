import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { askServer } from './desk/desk-socket.ts';
import { type Format, printOutput, showControls } from './desk/print-output.ts';
import { type DeskResponse, runVerb, verbs } from './desk/run-verb.ts';
import type { DeskOutput, DeskRequest, Verb } from './desk/verb.ts';
import { openLog } from './log.ts';
import type { openServices } from './services/services.ts';
import { readConfig } from './settings/config.ts';

const whatIsThere = (saved: string[]) => (saved.length > 0 ? ` Saved were ${saved.join(', ')}.` : '');

/** Exit codes. `refused`: the command failed or was refused. `misused`: wrong arguments. */
const refused = 1;
const misused = 2;

interface Flags {
  json?: boolean;
  csv?: boolean;
  yes?: boolean;
  as: string;
  reason?: string;
  page: number;
  limit: number;
  [value: string]: unknown;
}

function program(): Command {
  const program = new Command('desk').description(
    'The command of the operator: shows accounts, orders and jobs, and corrects them.',
  );
  program.exitOverride().showHelpAfterError('Run it with --help.');
  for (const verb of verbs.filter(({ name }) => !name.includes(' '))) addVerb(program, verb);
  for (const noun of new Set(
    verbs.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0]!),
  )) {
    const group = program.command(noun).description(namesOf(noun)).exitOverride();
    for (const verb of verbs.filter(({ name }) => name.startsWith(`${noun} `))) addVerb(group, verb);
  }
  program.addHelpText(
    'after',
    '\nExamples:\n  desk user find Anna\n  desk user show 66f0c2a1b7e94d0c8a55e1aa\n  desk parked list --json',
  );
  return program;
}

const namesOf = (noun: string) =>
  verbs
    .filter(({ name }) => name.startsWith(`${noun} `))
    .map(({ name }) => name.split(' ')[1])
    .join(', ');

function addVerb(group: Command, verb: Verb): void {
  const command = group.command(verb.name.split(' ').at(-1)!).description(verb.about).exitOverride();
  for (const { name, about, flag, optional } of verb.values) {
    if (!flag) command.argument(`<${name}>`, about);
    else command.addOption(new Option(`--${name} <${name}>`, about).makeOptionMandatory(!optional));
  }
  command
    .addOption(new Option('--json', 'print JSON').conflicts('csv'))
    .option('--csv', 'print CSV')
    .addOption(
      new Option('--page <number>', 'page of the list')
        .argParser(whole(1, 1_000_000))
        .default(1)
        .hideHelp(!verb.pages),
    )
    .addOption(
      new Option('--limit <rows>', 'rows per page')
        .argParser(whole(1, 1000))
        .default(50)
        .hideHelp(!verb.pages),
    )
    .addOption(
      new Option('--as <name>', 'your name, for the audit').default(userInfo().username).hideHelp(!verb.plan),
    )
    .addOption(
      new Option('--reason <text>', 'reason, for the audit')
        .makeOptionMandatory(!!verb.plan)
        .hideHelp(!verb.plan),
    )
    .addOption(new Option('--yes', 'do it without a question').hideHelp(!verb.plan))
    .addHelpText('after', `\nExample:\n  desk ${verb.name} ${verb.example}`)
    .action(async (...args: unknown[]) => {
      const flags = command.opts<Flags>();
      const values: Record<string, string> = {};
      for (const [index, { name, flag }] of verb.values.entries()) {
        const value = flag ? flags[name] : args[index];
        if (typeof value === 'string') values[name] = value;
      }
      await act(verb, flags, values);
    });
}

function whole(least: number, most: number): (text: string) => number {
  return text => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}

async function act(verb: Verb, flags: Flags, values: Record<string, string>): Promise<void> {
  const { page, limit, reason = '' } = flags;
  const request: DeskRequest = { verb: verb.name, values, page, limit, doneBy: flags.as, reason };
  const desk = await openDesk();
  try {
    let response = await desk.ask(request, !verb.plan || flags.yes === true);
    if ('plan' in response) {
      if (!(await confirm(showControls(response.plan)))) fail('Nothing was done.');
      response = await desk.ask(request, true);
    }
    if ('refusal' in response) fail(response.refusal);
    if ('report' in response) await show(response.report, formatOf(flags));
  } finally {
    await desk.close();
  }
}

const formatOf = ({ json, csv }: Flags): Format => (json ? 'json' : csv ? 'csv' : 'table');

async function show({ files, ...report }: DeskOutput, format: Format): Promise<void> {
  if (files) report.rows = (await saveFiles(files)).map(file => ({ file }));
  process.stdout.write(printOutput(report, format));
  if (report.nextPage) process.stderr.write(`There are more: --page ${report.nextPage}\n`);
}

async function confirm(plan: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`${plan}\nNobody can be asked here: add --yes to do it.\n`);
    process.exit(misused);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C and Ctrl+D count as no.
  const reply = await terminal.question(`${plan}\nDo it? [y/N] `).catch(() => {
    process.stderr.write('\n');
    return '';
  });
  terminal.close();
  return /^y(es)?$/i.test(reply.trim());
}

/** Runs commands in the server process if it has the embedded database open, else in this process. */
interface Desk {
  ask(request: DeskRequest, confirmed: boolean): Promise<DeskResponse>;
  close(): Promise<void>;
}

/** Opens the services in this process only if no server listens on the desk's socket. */
async function openDesk(): Promise<Desk> {
  const config = { ...readConfig({ ...process.env, ROLE: 'all' }), role: 'api' as const };
  let own: ReturnType<typeof openServices> | undefined;
  return {
    async ask(request, confirmed) {
      const message = { request, confirmed };
      const response = config.databaseUrl === null && !own && (await askServer(config.dataDir, message));
      if (response) return response;
      if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'database'))) {
        fail(`There is no database in ${config.dataDir}; set DATA_DIR or DATABASE_URL as for the server.`);
      }
      own ??= import('./services/services.ts').then(({ openServices }) =>
        openServices(config, { log: openLog('silent') }),
      );
      return runVerb(await own, request, confirmed);
    },
    async close() {
      await (await own)?.close();
    },
  };
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence.split('\n').map(showControls).join('\n')}\n`);
  process.exit(refused);
}

// A broken pipe is no error: the program that reads our output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : refused),
);

try {
  await program().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : misused);
  fail(error instanceof Error ? error.message : String(error));
}

/**
 * Saves a report's files in the current folder, readable only by this system user. Returns their names. If a name is
 * taken, adds a number instead of overwriting. On failure, throws a message for the operator; files that are already
 * saved stay.
 */
async function saveFiles(files: NonNullable<DeskOutput['files']>): Promise<string[]> {
  const saved: string[] = [];
  for (const { name, base64 } of files) {
    // Names come from the socket, so they must not lead to another folder.
    if (!/^\w[\w.-]*$/.test(name)) throw new Error(`"${name}" is no name for a file.${whatIsThere(saved)}`);
    saved.push(
      await saveNew(name, Buffer.from(base64, 'base64')).catch((error: Error) => {
        throw new Error(`${name} could not be saved: ${error.message}.${whatIsThere(saved)}`);
      }),
    );
  }
  return saved;
}

async function saveNew(name: string, bytes: Buffer): Promise<string> {
  const end = extname(name);
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name.slice(0, name.length - end.length)}-${number}${end}`;
    const file = await open(free, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null;
      throw error;
    });
    if (!file) continue;
    try {
      await file.writeFile(bytes);
      return free;
    } catch (error) {
      // Remove the incomplete file, which could be mistaken for a whole picture.
      await rm(free);
      throw error;
    } finally {
      await file.close();
    }
  }
}
