import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { someOf } from '../../support/some-of.ts';
import { signIn } from '../support/backend.ts';
import { type DeskWorld, openDeskWorld } from './desk-world.ts';

let world: DeskWorld;

beforeAll(async () => {
  world = await openDeskWorld();
});

afterAll(() => world.close());

/** Types keys at the question of a gift in a terminal; returns the exit code, what stood there, and the coins after it. */
async function typeAtPrompt(
  name: string,
  keys: string,
): Promise<{ code: number; seen: string; coins: number }> {
  const user = await signIn(world.backend, name);
  const id = await world.idOf(name);
  const command = `'${process.execPath}' '${inject('scripts').desk}' user gift ${id} 7 --reason apology`;
  const { dataDir } = world.backend.services.config;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir },
    cwd: world.folder,
  });
  let seen = '';
  terminal.stdout.on('data', piece => {
    const isAsked = seen.includes('[y/N]');
    seen += piece;
    if (!isAsked && seen.includes('[y/N]')) terminal.stdin.write(keys);
  });
  const [code] = await once(terminal, 'close');
  const { coins } = (await user.get('getUserInfo')).data;
  return { code, seen, coins };
}

test.each(
  someOf(3, [
    ['y\r', 0, 57],
    ['yet\r', 1, 50],
    // An interrupt, and the end of input.
    ['\u0003', 1, 50],
    ['\u0004', 1, 50],
    ['YES\r', 0, 57],
    ['\r', 1, 50],
    ['n\r', 1, 50],
  ] as const),
)(
  'in a terminal a change is asked about: %j ends with %d, and leaves %d coins',
  async (keys, code, coins) => {
    const end = await typeAtPrompt(`Prompt ${JSON.stringify(keys).slice(1, -1)}`, keys);
    expect(end).toMatchObject({ code, coins });
    expect(end.seen).toContain('7 coins');
    if (code === 1) expect(end.seen).toContain('Nothing was done.');
  },
);
