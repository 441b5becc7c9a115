import type { Worker } from 'node:worker_threads';
import type { GeneratedPic, Generator } from '../generator.ts';
import { PictureThread } from '../threads/picture-thread.ts';
import { startThread } from '../threads/start-thread.ts';
import type { WorkerData } from '../threads/worker-messages.ts';
import { withDeadline } from '../with-deadline.ts';

/** How long the local generator may take (milliseconds), and what it does. */
export interface LocalOptions {
  /** One call, from its request to its end. */
  deadline: number;
  /** An aborted call may go on for so long; after that its thread counts as hanging and is replaced. */
  stopsWithin: number;
  /** False: people in several photos are not compared. */
  comparesFaces?: boolean;
}

/** A generator that can also find the faces of finished pics, its own or another's. */
export interface LocalGenerator extends Generator {
  /** The same pics with their faces; rejects with the signal's reason when it is aborted. */
  withFaces(pics: GeneratedPic[], signal: AbortSignal): Promise<GeneratedPic[]>;
}

/**
 * Opens the generator that needs no service: it draws in a thread of its own, so that the process that answers requests
 * is never blocked. A call rejects with a GeneratorGaveUp when it takes longer than the deadline.
 */
export async function openLocalGenerator(
  { deadline, stopsWithin, comparesFaces = true }: LocalOptions,
  start: () => Worker = () => startThread('generator-worker', { comparesFaces } satisfies WorkerData),
): Promise<LocalGenerator> {
  const thread = new PictureThread(start, stopsWithin);
  const uninterrupted = new AbortController().signal;

  return {
    inspect: photos =>
      withDeadline(uninterrupted, deadline, signal => {
        return thread.ask('inspect', photos, { onProgress: () => {}, signal });
      }),
    generate: (request, onProgress, outer, onPic) =>
      withDeadline(outer, deadline, signal => {
        return thread.ask('generate', request, { onProgress, onPic, signal });
      }),
    withFaces: (pics, outer) =>
      withDeadline(outer, deadline, async signal => {
        const found = await thread.ask('faces', pics, { onProgress: () => {}, signal });
        return pics.map((pic, index) => ({ ...pic, faces: found[index]! }));
      }),
    close: () => thread.close(),
  };
}
