import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeOptions, environment as ofProcess } from '../../scripts/process-settings.mjs';

/** The interval between memory measurements, in milliseconds. */
const memoryEvery = 100;

export class ServerProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  readonly #watching: NodeJS.Timeout;
  #peak = 0;

  private constructor(child: ChildProcess, origin: string) {
    this.child = child;
    this.origin = origin;
    this.#watching = setInterval(() => {
      this.#peak = Math.max(this.#peak, this.memory);
    }, memoryEvery).unref();
    child.once('exit', () => clearInterval(this.#watching));
  }

  /** Starts a server script on a free port; resolves when it has printed its address. */
  static async start(script: string, environment: Record<string, string>): Promise<ServerProcess> {
    const settings = { NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...environment };
    const child = spawn(process.execPath, [...nodeOptions, script], {
      env: { ...ofProcess(), ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const [origin] = line.match(/https?:\/\/[^/\s]+/) ?? [];
      if (origin) return new ServerProcess(child, origin);
    }
    throw new Error('The backend ended before it listened.');
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Memory used by the process and its children (for example the photo decoder), in MB; 0 if the process has ended. */
  get memory(): number {
    return memoryOf(this.child.pid!);
  }

  /** The peak memory since the last call, in MB. */
  peakMemory(): number {
    const peak = Math.max(this.#peak, this.memory);
    this.#peak = 0;
    return peak;
  }

  /** Waits until the process is idle, so that one attack does not affect the measurements of the next. */
  async untilAtRest(): Promise<void> {
    const ticks = () => ticksOf(this.child.pid!);
    for (let before = ticks(); ; before = ticks()) {
      await pause(100);
      if (ticks() - before <= 1) return;
    }
  }

  /** Ends the process unless it has ended; returns its exit code and signal. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<[number | null, NodeJS.Signals | null]> {
    if (this.isRunning) {
      this.child.kill(signal);
      await this.ended();
    }
    return [this.child.exitCode, this.child.signalCode];
  }

  /** Waits until the process ends by itself; returns its exit code and signal. */
  async ended(): Promise<[number | null, NodeJS.Signals | null]> {
    if (this.isRunning) await once(this.child, 'exit');
    return [this.child.exitCode, this.child.signalCode];
  }
}

/** A process's CPU time in hundredths of a second. */
function ticksOf(pid: number): number {
  // Skip the process's name, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + memoryOf(Number(child)), own);
  } catch {
    // The process ended a moment ago.
    return 0;
  }
}
