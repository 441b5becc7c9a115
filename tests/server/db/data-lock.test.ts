import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from '../../../server/db/lock-data-dir.ts';

const module = new URL('../../../server/db/lock-data-dir.ts', import.meta.url).href;
const script = `import(${JSON.stringify(module)})
  .then(({ lockDataDir }) => lockDataDir(process.argv[1]))
  .then(() => { console.log('locked'); setInterval(() => {}, 1000); });`;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tyy-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function lockElsewhere(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a second process is refused with a sentence, and let in at once when the first is killed', async () => {
  const first = await lockElsewhere();
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(${first.pid} on ${hostname()}) is using ${dataDir}`);
  await kill(first);
  await (await lockDataDir(dataDir))();
});

test('a killed owner is recognized although its number belongs to a living process, as in a new container', async () => {
  const first = await lockElsewhere();
  await kill(first);
  const file = join(dataDir, 'owner.json');
  const owner = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...owner, pid: process.pid }));
  await (await lockDataDir(dataDir))();
});

test('an owner on another machine is not asked, and counts until its lock is stale', async () => {
  const owner = { pid: 1, host: 'elsewhere', boot: 'another' };
  await writeFile(join(dataDir, 'owner.json'), JSON.stringify(owner));
  await mkdir(join(dataDir, 'lock'));
  await expect(lockDataDir(dataDir)).rejects.toThrow('1 on elsewhere');
  const before = new Date(Date.now() - 11_000);
  await utimes(join(dataDir, 'lock'), before, before);
  await (await lockDataDir(dataDir))();
});
