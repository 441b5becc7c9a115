import type { Worker } from 'node:worker_threads';
import type { GeneratedPic, Generator } from '../generator.ts';
import { PictureThread } from '../threads/picture-thread.ts';
import { startThread } from '../threads/start-thread.ts';
import type { WorkerData } from '../threads/worker-messages.ts';
import { withDeadline } from '../with-deadline.ts';

export interface LocalOptions {
  /** Time limit (ms) for a call, including its waiting time. */
  deadline: number;
  /** If an aborted call does not stop within this time (ms), its thread is considered hung and replaced. */
  stopsWithin: number;
  /** If false, a job also uses photos of other people. */
  comparesFaces?: boolean;
  /** Folder of the operator's matting network. */
  matteModel?: string | undefined;
}

/** A generator that can also find the faces in finished pics, even in pics from a remote generator. */
export interface LocalGenerator extends Generator {
  /** Returns the pics with their faces. Rejects with the signal's reason if the signal is aborted. */
  withFaces(pics: GeneratedPic[], signal: AbortSignal): Promise<GeneratedPic[]>;
}

/**
 * Opens a generator that draws in a separate thread, so the server stays responsive. A call that exceeds the deadline
 * rejects with a GeneratorGaveUp.
 */
export async function openLocalGenerator(
  { deadline, stopsWithin, comparesFaces = true, matteModel }: LocalOptions,
  start: () => Worker = () =>
    startThread('generator-worker', { comparesFaces, matteModel } satisfies WorkerData),
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
