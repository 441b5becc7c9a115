import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import type { DeskReport } from '../../../server/desk/desk-report.ts';
import { serveDesk } from '../../../server/desk/desk-socket.ts';
import { openTestBackend, type TestBackend, type TestUser } from '../support/backend.ts';
import { createJob } from '../support/jobs.ts';

/** What the command left behind. */
export interface DeskRun {
  code: number;
  out: string;
  err: string;
}

/** A backend whose operator's command runs as a process of its own. */
export interface DeskWorld {
  backend: TestBackend;
  /** The folder in which it runs. */
  folder: string;
  /** Runs the command as it is typed, with a value a word. */
  desk(...words: string[]): Promise<DeskRun>;
  /** Runs a verb and returns its report; throws what it refuses. */
  report(...words: string[]): Promise<DeskReport>;
  /** The id of a user by their nickname. */
  idOf(nickname: string): Promise<string>;
  /** A new job of a user. */
  newJob(user: TestUser): Promise<Job>;
  close(): Promise<void>;
}

/** Runs the command with the environment of its server; it saves files in `cwd`. */
export async function runDesk(
  environment: Record<string, string>,
  words: string[],
  cwd = '.',
): Promise<DeskRun> {
  const child = spawn(process.execPath, [inject('scripts').desk, ...words], {
    env: { ...process.env, NODE_ENV: 'development', ...environment },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/** Opens one on the embedded database, with the command's way into it. */
export async function openDeskWorld(): Promise<DeskWorld> {
  const backend = await openTestBackend();
  const { dataDir } = backend.services.config;
  const folder = await mkdtemp(join(tmpdir(), 'tyy-desk-'));
  const stop = await serveDesk(dataDir, backend.services, problem => {
    throw problem;
  });
  const desk = (...words: string[]) => runDesk({ DATA_DIR: dataDir }, words, folder);

  async function report(...words: string[]): Promise<DeskReport> {
    const { code, out, err } = await desk(...words, '--json');
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as DeskReport;
  }

  return {
    backend,
    folder,
    desk,
    report,
    async idOf(nickname) {
      const { rows } = await report('user', 'find', nickname);
      return String(rows![0]!.user_id);
    },
    newJob: async user => (await createJob(user)).data.train_and_generate_info,
    async close() {
      await stop();
      await rm(folder, { recursive: true });
      await backend.close();
    },
  };
}
