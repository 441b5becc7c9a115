import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { keepPrivate } from '../../../server/db/data-dir.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { uploadPhoto } from '../../support/api/a-job.ts';
import { signInAt } from '../../support/api/api.ts';
import { putEmptyDatabase } from '../support/test-database.ts';

test.each(['api', 'worker'])('the role %s is refused with the embedded database', role => {
  const sentence = `The role ${role} needs a DATABASE_URL: the embedded database serves one process only.`;
  expect(() => readConfig({ ROLE: role })).toThrow(sentence);
  expect(() => readConfig({ ROLE: role, DATABASE_URL: 'memory://' })).toThrow(sentence);
  expect(readConfig({ ROLE: role, DATABASE_URL: 'postgres://db/tyy' }).role).toBe(role);
});

test('other users of the machine cannot read the data folder, even files saved by an earlier version', async () => {
  const place = await mkdtemp(join(tmpdir(), 'tyy-private-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const [dataDir, appDir] = [join(place, 'data'), join(place, 'app')];
  const script = join(appDir, 'assets/main-12345678.js');
  const saved = join(dataDir, 'app-files/assets/main-12345678.js');
  const old = join(dataDir, 'objects/photos/old');
  for (const file of [script, saved, old]) await mkdir(join(file, '..'), { recursive: true });
  for (const page of ['index.html', 'frame.html']) await writeFile(join(appDir, page), '<!doctype html>');
  for (const file of [script, old]) await writeFile(file, '// an earlier version');
  await putEmptyDatabase(dataDir);
  await promisify(execFile)('chmod', ['-R', 'go+rwX', place]);
  // Earlier versions saved release files as hard links.
  await link(script, saved);

  const main = ['umask 022; exec "$0" "$1"', process.execPath, inject('scripts').main];
  const child = spawn('sh', ['-c', ...main], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      APP_DIR: appDir,
      DATABASE_URL: '',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, origin] = /^Open (http:.*)\/tyy\//.exec(line) ?? [];
    if (!origin) continue;
    await uploadPhoto(await signInAt(origin, 'Ann'));
    break;
  }

  const { stdout } = await promisify(execFile)('find', [dataDir, '-perm', '/077']);
  expect(stdout).toBe('');
  // The built app stays readable, because a web server may serve it.
  expect((await stat(script)).mode & 0o777).toBe(0o666);
  expect(await readFile(saved, 'utf8')).toBe('// an earlier version');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a process reports a data folder that it cannot make private', () => {
  const problems: string[] = [];
  // The kernel does not allow changing this folder's mode.
  keepPrivate('/proc/self/fdinfo', ({ message }) => problems.push(message));
  expect(problems).toEqual([
    expect.stringContaining('Other users of this machine can read /proc/self/fdinfo'),
  ]);
});
