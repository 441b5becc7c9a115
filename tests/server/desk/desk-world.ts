import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { serveDesk } from '../../../server/desk/desk-socket.ts';
import type { DeskOutput } from '../../../server/desk/verb.ts';
import { openTestBackend } from '../support/backend.ts';

/** Runs the command with the server's environment; the command saves files in `cwd`. */
export async function runDesk(environment: Record<string, string>, words: string[], cwd = '.') {
  const child = spawn(process.execPath, [inject('scripts').desk, ...words], {
    env: { ...process.env, NODE_ENV: 'development', ...environment },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as number, out, err };
}

/**
 * Opens a backend with the embedded database and the socket of the desk command. `desk` runs the command as a separate
 * process in `folder`. `report` returns the command's report and throws if the command is refused.
 */
export async function openDeskWorld() {
  const backend = await openTestBackend();
  const { dataDir } = backend.services.config;
  const folder = await mkdtemp(join(tmpdir(), 'tyy-desk-'));
  const stop = await serveDesk(dataDir, backend.services, problem => {
    throw problem;
  });
  const desk = (...words: string[]) => runDesk({ DATA_DIR: dataDir }, words, folder);

  async function report(...words: string[]): Promise<DeskOutput> {
    const { code, out, err } = await desk(...words, '--json');
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as DeskOutput;
  }

  return {
    backend,
    folder,
    desk,
    report,
    async close() {
      await stop();
      await rm(folder, { recursive: true });
      await backend.close();
    },
  };
}
