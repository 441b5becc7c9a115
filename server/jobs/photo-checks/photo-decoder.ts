import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits as ofCalls } from '../../contract/limits.ts';

/** `too-costly`: the photo takes more time or memory than allowed. `time`: CPU time in milliseconds. */
export interface Decoded {
  result: 'whole' | 'damaged' | 'too-costly';
  time: number;
}

/** Most memory of the decoding process in bytes. The process itself takes some 80 MB, the rest is for a photo. */
const memoryLimit = 700 * 1024 * 1024;

/** Most CPU time per photo in milliseconds. A PNG of 48 megapixels takes about 2,000. */
const processorLimit = 5_000;

/** Milliseconds after which a hanging process is killed. */
const timeLimit = 30_000;

/** After this long (ms) without a photo, the process is ended to free its memory. Starting it again takes 0.3 s. */
const idleLimit = 30_000;

/**
 * Decodes photos one after another in a separate process, which can be killed. In this process, a decoder would use the
 * threads that Node needs for files, could not be interrupted, and might take any amount of memory.
 */
export class PhotoDecoder {
  readonly #idleLimit: number;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(idleFor = idleLimit) {
    this.#idleLimit = idleFor;
  }

  /** Decodes a photo of at most `limits.photoBytes`, after earlier photos. */
  decode(bytes: Uint8Array): Promise<Decoded> {
    const decoded = this.#last.then(() => this.#decodeNow(bytes));
    this.#last = decoded.catch(() => undefined);
    return decoded;
  }

  /** Kills the process; a photo being decoded counts as too costly. */
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
      // Write the photo to stdin, because a message would copy the bytes five times.
      running.send(bytes.length, error => {
        if (error && running.exitCode === null) reject(error);
      });
      running.stdin!.write(bytes);
    });
  }

  /** Kills an idle process. The next photo starts another process, even if this process has not exited yet. */
  #leave(running: ChildProcess): void {
    if (this.#process === running) this.#process = null;
    running.kill('SIGKILL');
  }

  #running(): ChildProcess {
    if (this.#process) return this.#process;
    const started = startProcess();
    this.#process = started;
    // If the process exits before it has read the whole photo, the exit event handles that.
    started.stdin!.on('error', () => {});
    started.once('exit', () => {
      if (this.#process === started) this.#process = null;
    });
    return started;
  }
}

/** `ref` keeps this process alive until the other process ends; call `unref` if no photo is being decoded. */
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
