import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../scripts/bench/start-app.mjs';
import { putEmptyDatabase } from '../../server/support/test-database.ts';
import { until } from '../../support/until.ts';

/** A product of a story's own, with its own data, that the story may kill. */
export interface Product {
  origin: string;
  /** Ends the process as a crash does, without a chance to tidy up. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  dispose(): Promise<void>;
}

/** Starts the built product on a free port; `environment` changes its configuration. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const data = await mkdtemp(path.join(tmpdir(), 'tyy-story-'));
  await putEmptyDatabase(data);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let running: ChildProcess | null = null;

  async function start(): Promise<void> {
    running = spawn(process.execPath, ['dist/server/main.js'], {
      env: {
        ...process.env,
        LOG_LEVEL: 'warn',
        PORT: String(port),
        DATA_DIR: data,
        PICS_PER_JOB: '1',
        TEMPLATE_PREVIEWS: '0',
        ...environment,
      },
      stdio: 'inherit',
    });
    await until(async () => {
      if (running?.exitCode !== null) throw new Error(`the product ended with ${running?.exitCode}`);
      return fetch(`${origin}/healthz`).then(
        response => response.ok || null,
        () => null,
      );
    });
  }

  async function kill(): Promise<void> {
    const mine = running;
    if (!mine || mine.exitCode !== null || mine.signalCode !== null) return;
    const ended = new Promise(resolve => mine.once('exit', resolve));
    mine.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    origin,
    kill,
    restart: start,
    async dispose() {
      await kill();
      await rm(data, { recursive: true, force: true });
    },
  };
}
