import type { Worker } from 'node:worker_threads';
import type { Generator } from '../generator.ts';
import { startWorker } from './start-worker.ts';
import type { Calls, FromWorker, ToWorker } from './worker-messages.ts';

interface Waiting {
  resolve(output: unknown): void;
  reject(reason: unknown): void;
  onProgress(percent: number): void;
}

/**
 * Opens the generator that needs no service: it draws in a thread of its own, so that the process that answers
 * requests is never blocked. A thread that ends by an error fails its calls, and the next call starts a new one.
 */
export async function openLocalGenerator(start: () => Worker = startWorker): Promise<Generator> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  const receive = (message: FromWorker) => {
    const call = waiting.get(message.id);
    if (!call) return;

    if (message.kind === 'progress') {
      call.onProgress(message.percent);
      return;
    }

    waiting.delete(message.id);
    if (message.kind === 'done') call.resolve(message.output);
    else call.reject(new Error(message.message));
  };

  const failAll = (reason: Error) => {
    for (const call of waiting.values()) call.reject(reason);
    waiting.clear();
  };

  const running = (): Worker => {
    if (worker) return worker;

    const started = start();
    const end = (reason: Error) => {
      if (worker !== started) return;
      worker = undefined;
      failAll(reason);
    };

    started.on('message', receive);
    started.on('error', error => end(new Error('The picture generator crashed', { cause: error })));
    started.on('exit', code => end(new Error(`The picture generator ended with code ${code}`)));
    worker = started;
    return started;
  };

  const call = <Kind extends keyof Calls>(
    kind: Kind,
    input: Calls[Kind]['input'],
    onProgress: (percent: number) => void = () => {},
    signal?: AbortSignal,
  ) =>
    new Promise<Calls[Kind]['output']>((resolve, reject) => {
      if (isClosed) throw new Error('The picture generator is closed');
      signal?.throwIfAborted();

      const id = ++lastId;
      const thread = running();
      const abort = () => {
        waiting.delete(id);
        thread.postMessage({ id, kind: 'abort' } satisfies ToWorker);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', abort);

      signal?.addEventListener('abort', abort, { once: true });
      waiting.set(id, {
        resolve: output => {
          settled();
          resolve(output as Calls[Kind]['output']);
        },
        reject: reason => {
          settled();
          reject(reason);
        },
        onProgress,
      });
      thread.postMessage({ id, kind, input });
    });

  return {
    inspect: photos => call('inspect', photos),
    generate: (request, onProgress, signal) => call('generate', request, onProgress, signal),

    async close() {
      isClosed = true;
      const ending = worker;
      worker = undefined;
      failAll(new Error('The picture generator is closed'));
      await ending?.terminate();
    },
  };
}
