import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { DeskOutput } from '../../../server/desk/verb.ts';
import { runDesk } from './desk-world.ts';

const look = ['job', 'pictures', 'x', '--reason', 'asked', '--yes', '--csv'];

let folder: string;
let server: Server;
let report: DeskOutput;

/** Opens a server on the command's socket that sends the report a test sets. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-save-files-'));
  await mkdir(join(folder, 'data/desk'), { recursive: true });
  await mkdir(join(folder, 'here'));
  server = createServer({ allowHalfOpen: true }, socket => {
    socket.resume().on('end', () => socket.end(JSON.stringify({ report })));
  }).listen(join(folder, 'data/desk/desk.sock'));
  await once(server, 'listening');
});

afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const environment = () => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: '' });
const fileOf = (bytes: number) => Buffer.alloc(bytes, 'x').toString('base64');

test.each(['../out.jpg', '.profile', 'a\u001b[2Jb'])('the desk saves no file named %j', async name => {
  report = {
    files: [
      { name: 'first.jpg', base64: fileOf(1) },
      { name, base64: fileOf(1) },
    ],
  };

  const { code, err } = await runDesk(environment(), look, join(folder, 'here'));

  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('is no name for a file. Saved were first.jpg.'),
  });
  expect(err.replace('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(await readdir(folder)).toEqual(['data', 'here']);
  expect(await readdir(join(folder, 'here'))).toEqual(['first.jpg']);
});

test('the desk command never overwrites an existing file', async () => {
  report = { files: [{ name: 'a.jpg', base64: fileOf(1) }] };
  for (const _ of [1, 2]) await runDesk(environment(), look, join(folder, 'here'));
  expect((await readdir(join(folder, 'here'))).toSorted()).toEqual(['a-2.jpg', 'a.jpg']);
});

test('if a picture does not fit on the disk, the desk removes the partial file and lists saved pictures', async () => {
  report = {
    files: [
      { name: 'small.jpg', base64: fileOf(100) },
      { name: 'large.jpg', base64: fileOf(500_000) },
    ],
  };
  // Limits files to 64 kB, so a longer write fails as on a full disk.
  const words = ['-c', `ulimit -f 64; exec "$0" "$@"`, process.execPath, inject('scripts').desk, ...look];
  const env = { ...process.env, ...environment() };
  const command = spawn('bash', words, { env, cwd: join(folder, 'here') });
  const [[code], err] = await Promise.all([once(command, 'exit'), text(command.stderr)]);

  expect({ code, err }).toEqual({
    code: 1,
    err: 'large.jpg could not be saved: EFBIG: file too large, write. Saved were small.jpg.\n',
  });
  expect(await readdir(join(folder, 'here'))).toEqual(['small.jpg']);
});
