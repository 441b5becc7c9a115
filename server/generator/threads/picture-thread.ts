import type { Worker } from 'node:worker_threads';
import type { OnPic } from '../generator.ts';
import type { Calls, FromWorker, ToWorker } from './worker-messages.ts';

interface Call {
  message: Exclude<ToWorker, { kind: 'abort' }>;
  resolve(output: unknown): void;
  reject(reason: unknown): void;
  onProgress(percent: number): void;
  onPic: OnPic | undefined;
}

export interface Watching {
  onProgress(percent: number): void;
  onPic?: OnPic | undefined;
  signal: AbortSignal;
}

/**
 * Runs calls in a worker thread, one after another. The first call starts the thread. If the thread crashes, all its
 * calls fail. If the thread does not stop after an abort, it is terminated, and a new thread runs the waiting calls.
 */
export class PictureThread {
  readonly #start: () => Worker;
  readonly #stopsWithin: number;
  readonly #calls = new Map<number, Call>();
  readonly #stopping = new Map<number, NodeJS.Timeout>();
  #thread: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  /** `stopsWithin`: time limit in milliseconds for aborted work to stop. */
  constructor(start: () => Worker, stopsWithin: number) {
    this.#start = start;
    this.#stopsWithin = stopsWithin;
  }

  /** Runs a call in the thread. Rejects with the signal's reason as soon as the signal is aborted. */
  ask<Kind extends keyof Calls>(
    kind: Kind,
    input: Calls[Kind]['input'],
    { onProgress, onPic, signal }: Watching,
  ): Promise<Calls[Kind]['output']> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error('The picture generator is closed');
      signal.throwIfAborted();

      const id = ++this.#lastId;
      const abort = () => {
        this.#stop(id);
        reject(signal.reason);
      };
      const forgetSignal = () => signal.removeEventListener('abort', abort);
      signal.addEventListener('abort', abort, { once: true });

      this.#calls.set(id, {
        message: { id, kind, input } as Call['message'],
        resolve(output) {
          forgetSignal();
          resolve(output as Calls[Kind]['output']);
        },
        reject(reason) {
          forgetSignal();
          reject(reason);
        },
        onProgress,
        onPic,
      });
      this.#running().postMessage({ id, kind, input });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = this.#leaveThread();
    this.#failAll(new Error('The picture generator is closed'));
    await ending?.terminate();
  }

  #running(): Worker {
    if (this.#thread) return this.#thread;

    const started = this.#start();
    const end = (reason: Error) => {
      if (this.#thread !== started) return;
      this.#leaveThread();
      this.#failAll(reason);
    };

    started.on('message', (message: FromWorker) => this.#receive(message));
    started.on('error', error => end(new Error('The picture generator crashed', { cause: error })));
    started.on('exit', code => end(new Error(`The picture generator ended with code ${code}`)));
    this.#thread = started;
    return started;
  }

  #receive(message: FromWorker): void {
    const call = this.#calls.get(message.id);
    if (message.kind === 'progress') {
      call?.onProgress(message.percent);
      return;
    }
    if (message.kind === 'pic') {
      call?.onPic?.(message.pic);
      return;
    }

    clearTimeout(this.#stopping.get(message.id));
    this.#stopping.delete(message.id);
    this.#calls.delete(message.id);
    if (message.kind === 'done') call?.resolve(message.output);
    else call?.reject(new Error(message.message));
  }

  /** Stops a call. If the thread does not confirm within `stopsWithin` that the call has ended, it is replaced. */
  #stop(id: number): void {
    this.#calls.delete(id);
    this.#thread?.postMessage({ id, kind: 'abort' } satisfies ToWorker);
    this.#stopping.set(
      id,
      setTimeout(() => this.#replace(), this.#stopsWithin),
    );
  }

  #replace(): void {
    void this.#leaveThread()?.terminate();
    for (const { message } of this.#calls.values()) this.#running().postMessage(message);
  }

  #leaveThread(): Worker | null {
    for (const timer of this.#stopping.values()) clearTimeout(timer);
    this.#stopping.clear();
    const left = this.#thread;
    this.#thread = null;
    return left;
  }

  #failAll(reason: Error): void {
    for (const call of this.#calls.values()) call.reject(reason);
    this.#calls.clear();
  }
}
