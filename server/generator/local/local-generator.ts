import type { Worker } from 'node:worker_threads';
import type { GeneratedPic, Generator } from '../generator.ts';
import { withDeadline } from '../with-deadline.ts';
import { PictureThread } from './picture-thread.ts';
import { startThread } from './start-thread.ts';

/** How long the local generator is waited for (milliseconds). */
export interface LocalPatience {
  /** One call, from its asking to its end. */
  deadline: number;
  /** Work that is no longer wanted: a thread that goes on with it longer is hanging, and is replaced. */
  stopsWithin: number;
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
  { deadline, stopsWithin }: LocalPatience,
  start: () => Worker = () => startThread('generator-worker'),
): Promise<LocalGenerator> {
  const thread = new PictureThread(start, stopsWithin);
  const uninterrupted = new AbortController().signal;

  return {
    inspect: photos =>
      withDeadline(uninterrupted, deadline, signal => {
        return thread.ask('inspect', photos, { onProgress: () => {}, signal });
      }),
    generate: (request, onProgress, outer) =>
      withDeadline(outer, deadline, signal => thread.ask('generate', request, { onProgress, signal })),
    withFaces: (pics, outer) =>
      withDeadline(outer, deadline, async signal => {
        const found = await thread.ask('faces', pics, { onProgress: () => {}, signal });
        return pics.map((pic, index) => ({ ...pic, faces: found[index]! }));
      }),
    close: () => thread.close(),
  };
}
