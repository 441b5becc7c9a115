import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { settings as built, note } from '../../scripts/note-build.mjs';
import { putEmptyDatabase } from '../server/support/test-database.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { someOf } from '../support/some-of.ts';

let folder: string;
let processes: number[];

beforeEach(async () => {
  processes = [];
  folder = mkdtempSync(join(tmpdir(), 'tyy-start-'));
  for (const name of ['data', 'dist/server', 'scripts']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['start', 'install', 'note-build', 'process-settings'])
    cpSync(`scripts/${name}.mjs`, join(folder, `scripts/${name}.mjs`));
  const { start } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { start } }));
  writeFileSync(join(folder, 'dist/server/main.js'), `import '${inject('scripts').main}';`);
  writeFileSync(join(folder, note), built);
  await putEmptyDatabase(join(folder, 'data'));
});

afterEach(() => {
  for (const pid of processes.filter(isAlive)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Runs `npm start` in its own process group; resolves when the server listens. */
async function start(): Promise<ChildProcess> {
  const settings = {
    DATA_DIR: 'data',
    DATABASE_URL: '',
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'development',
  };
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  processes.push(child.pid!);
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith('Open ')) continue;
    for (let at = 0; at < processes.length; at += 1) processes.push(...childrenOf(processes[at]!));
    return child;
  }
  throw new Error('npm start ended before the server listened.');
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** False if the process has ended or is a zombie. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test.each(
  someOf<['npm' | 'the group', NodeJS.Signals]>(3, [
    ['npm', 'SIGTERM'],
    ['the group', 'SIGTERM'],
    ['npm', 'SIGKILL'],
    ['the group', 'SIGINT'],
    ['npm', 'SIGHUP'],
  ]),
)('the server and npm start both end when %s gets %s', async (target, signal) => {
  const npm = await start();
  const ended = once(npm, 'exit');

  process.kill(target === 'npm' ? npm.pid! : -npm.pid!, signal);

  await ended;
  await waitFor('all processes to end', () => !processes.some(isAlive));
  // The server removed its lock and sockets, so it was not killed.
  for (const name of ['lock', 'owner.sock', 'desk/desk.sock'])
    expect([name, existsSync(join(folder, 'data', name))]).toEqual([name, false]);
});
