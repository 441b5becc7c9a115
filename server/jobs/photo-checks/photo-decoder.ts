import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits as ofCalls } from '../../contract/limits.ts';

/**
 * What came of decoding: it is whole, it is damaged, or it needs more time or memory than a photo may take; and the
 * milliseconds of processor time that it took.
 */
export interface Decoded {
  result: 'whole' | 'damaged' | 'too-costly';
  time: number;
}

/** Bytes of memory of the decoding process: itself some 80 MB, and the largest photo that is let in. */
const memoryLimit = 700 * 1024 * 1024;

/** Milliseconds of processor time for one photo; 48 megapixels of PNG take about 2,000. */
const processorLimit = 5_000;

/** Milliseconds by the clock, for a process that hangs. */
const timeLimit = 30_000;

/** Milliseconds without a photo after which the process ends: it takes memory that nobody uses, and starts in 0.3 s. */
const idleLimit = 30_000;

/**
 * Decodes photos one after another in a process of its own. A decoder works on the threads that a Node process has for
 * its files too, cannot be interrupted, and takes as much memory as its input asks for: a process can be ended.
 */
export class PhotoDecoder {
  readonly #idleLimit: number;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(idleFor = idleLimit) {
    this.#idleLimit = idleFor;
  }

  /** Decodes a photo of at most `limits.photoBytes` once those that were handed in before are done. */
  decode(bytes: Uint8Array): Promise<Decoded> {
    const decoded = this.#last.then(() => this.#decodeNow(bytes));
    this.#last = decoded.catch(() => undefined);
    return decoded;
  }

  /** Ends the process; what is being decoded counts as too costly. */
  async close(): Promise<void> {
    const running = this.#process;
    if (!running) return;
    const ended = new Promise(resolve => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  #decodeNow(bytes: Uint8Array): Promise<Decoded> {
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      const running = this.#running();
      const timer = setTimeout(() => running.kill('SIGKILL'), timeLimit);
      const onMessage = (decoded: unknown) => settle(decoded as Decoded);
      const onExit = () => settle({ result: 'too-costly', time: processorLimit });
      const settle = (decoded: Decoded) => {
        clearTimeout(timer);
        running.off('message', onMessage).off('exit', onExit);
        setKeepsAlive(running, 'unref');
        this.#idle = setTimeout(() => this.#leave(running), this.#idleLimit).unref();
        resolve(decoded);
      };
      running.on('message', onMessage).on('exit', onExit);
      setKeepsAlive(running, 'ref');
      // As a message the bytes would be copied five times.
      running.send(bytes.length, error => {
        if (error && running.exitCode === null) reject(error);
      });
      running.stdin!.write(bytes);
    });
  }

  /** Ends a process; the next photo gets another one, even if this one takes its time to end. */
  #leave(running: ChildProcess): void {
    if (this.#process === running) this.#process = null;
    running.kill('SIGKILL');
  }

  #running(): ChildProcess {
    if (this.#process) return this.#process;
    const started = startProcess();
    this.#process = started;
    // It has ended before it read all: its exit says so.
    started.stdin!.on('error', () => {});
    started.once('exit', () => {
      if (this.#process === started) this.#process = null;
    });
    return started;
  }
}

/** Whether this process waits for that one: its own end does not take a photo to come. */
function setKeepsAlive(running: ChildProcess, call: 'ref' | 'unref'): void {
  for (const handle of [running, running.channel, running.stdin as Socket | null]) handle?.[call]();
}

/** Starts the process from the source or from the bundle. */
function startProcess(): ChildProcess {
  const here = dirname(fileURLToPath(import.meta.url));
  const names = ['decode-process.mjs', 'decode-process.js', '../decode-process.js'];
  const file = names.map(name => join(here, name)).find(existsSync);
  if (!file) throw new Error(`The photo decoder is missing: no decode-process.js near ${here}`);

  const limits = JSON.stringify({ photo: ofCalls.photoBytes, memory: memoryLimit, time: processorLimit });
  return fork(file, [limits], {
    execArgv: [],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
}
