import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { readConfig } from '../../server/settings/config.ts';

test('a process with an unknown role says so in one sentence and ends', async () => {
  const child = spawn(process.execPath, [inject('scripts').main, 'wrokers'], {
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);

  expect(said).toBe('ROLE must be one of all, api, worker, not "wrokers".\n');
  expect(code).toBe(1);
});

test.each(['api', 'worker'])('the role %s is refused on the embedded database', role => {
  const sentence = `The role ${role} needs a DATABASE_URL: the embedded database serves one process only.`;
  expect(() => readConfig({ ROLE: role })).toThrow(sentence);
  expect(() => readConfig({ ROLE: role, DATABASE_URL: 'memory://' })).toThrow(sentence);
  expect(readConfig({ ROLE: role, DATABASE_URL: 'postgres://db/tyy' }).role).toBe(role);
});
