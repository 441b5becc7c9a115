import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits as ofCalls } from '../../contract/limits.ts';

/** `too-costly`: decoding exceeded the time or memory limit. `time`: CPU time in milliseconds. */
export interface Decoded {
  result: 'whole' | 'damaged' | 'too-costly';
  time: number;
}

/** Maximum memory of the decoding process in bytes. The process itself takes about 80 MB; the rest is for the photo. */
const memoryLimit = 700 * 1024 * 1024;

/** Maximum CPU time per photo in milliseconds. A PNG of 48 megapixels takes about 2,000. */
const processorLimit = 5_000;

/** Kill a hanging process after this long (ms). */
const timeLimit = 30_000;

/** After this long (ms) without photos, end the process to free its memory. Starting it again takes 0.3 s. */
const idleLimit = 30_000;

/**
 * Decodes photos one at a time in a child process that can be killed. In this process, a decoder could not be
 * interrupted, could take any amount of memory, and would use the threads that Node needs for files.
 */
export class PhotoDecoder {
  readonly #idleLimit: number;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(idleFor = idleLimit) {
    this.#idleLimit = idleFor;
  }

  /** Decodes a photo of at most `limits.photoBytes`; waits for earlier photos. */
  decode(bytes: Uint8Array): Promise<Decoded> {
    const decoded = this.#last.then(() => this.#decodeNow(bytes));
    this.#last = decoded.catch(() => undefined);
    return decoded;
  }

  /** Kills the child process. A photo that it was decoding counts as too costly. */
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
      // Send the bytes through stdin: a message would copy them five times.
      running.send(bytes.length, error => {
        if (error && running.exitCode === null) reject(error);
      });
      running.stdin!.write(bytes);
    });
  }

  /** Kills an idle process. If a photo arrives before it has exited, another process starts. */
  #leave(running: ChildProcess): void {
    if (this.#process === running) this.#process = null;
    running.kill('SIGKILL');
  }

  #running(): ChildProcess {
    if (this.#process) return this.#process;
    const started = startProcess();
    this.#process = started;
    // If the process exits before it has read the whole photo, the exit handler below takes care of that.
    started.stdin!.on('error', () => {});
    started.once('exit', () => {
      if (this.#process === started) this.#process = null;
    });
    return started;
  }
}

/** `ref` keeps this process alive while the child decodes; `unref` lets it exit when no photo is being decoded. */
function setKeepsAlive(running: ChildProcess, call: 'ref' | 'unref'): void {
  for (const handle of [running, running.channel, running.stdin as Socket | null]) handle?.[call]();
}

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
