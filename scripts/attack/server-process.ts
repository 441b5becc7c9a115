import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeOptions, environment as ofProcess } from '../process-settings.mjs';

const dataIn = (folder: string) => join(folder, 'data');

/** Milliseconds between measurements of memory. */
const memoryEvery = 100;

/** A backend in its own process, with an empty folder. */
export class ServerProcess {
  readonly origin: string;
  readonly dataDir: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #watching: NodeJS.Timeout;
  #peak = 0;

  private constructor(child: ChildProcess, folder: string, origin: string) {
    this.#child = child;
    this.#folder = folder;
    this.origin = origin;
    this.dataDir = dataIn(folder);
    this.#watching = setInterval(() => {
      this.#peak = Math.max(this.#peak, memoryOf(child.pid!));
    }, memoryEvery);
  }

  /** Starts the built backend, else the source; resolves when it listens. */
  static async start(environment: Record<string, string>): Promise<ServerProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'tyy-attack-'));
    const app = join(folder, 'app');
    mkdirSync(app);
    writeFileSync(
      join(app, 'index.html'),
      `<!doctype html><title>tyy</title>${'<p>words of a page'.repeat(4000)}`,
    );
    writeFileSync(join(app, 'file.txt'), 'a file');
    writeFileSync(join(app, 'large.bin'), Buffer.alloc(2_000_000));
    const built = 'dist/server/main.js';
    const child = spawn(
      process.execPath,
      [...nodeOptions, ...(existsSync(built) ? [built] : ['--import', 'tsx', 'server/start/main.ts'])],
      {
        env: {
          ...ofProcess(),
          NODE_ENV: 'test',
          DATA_DIR: dataIn(folder),
          APP_DIR: app,
          PORT: '0',
          HOST: '127.0.0.1',
          LOG_LEVEL: 'fatal',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    for await (const line of createInterface({ input: child.stdout! })) {
      const [, origin] = line.match(/^Open (https?:\/\/[^/\s]+)/) ?? [];
      if (origin) return new ServerProcess(child, folder, origin);
    }
    throw new Error('The backend ended before it listened.');
  }

  /** Most memory since the last call, in MB, with child processes, e.g. the photo decoder. */
  peakMemory(): number {
    const peak = Math.max(this.#peak, memoryOf(this.#child.pid!));
    this.#peak = 0;
    return peak;
  }

  /** Resolves when the process is idle, so that one attack does not affect the next. */
  async untilAtRest(): Promise<void> {
    const ticks = () => ticksOf(this.#child.pid!);
    for (let before = ticks(); ; before = ticks()) {
      await pause(100);
      if (ticks() - before <= 1) return;
    }
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async stop(): Promise<void> {
    clearInterval(this.#watching);
    if (this.isRunning) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** CPU time of a process in hundredths of a second. */
function ticksOf(pid: number): number {
  // The fields follow the process's name, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Memory of a process and its children in MB. */
function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + memoryOf(Number(child)), own);
  } catch {
    return 0;
  }
}
