import type { Technique } from '../catalogue/schema.ts';
import { PictureThread } from '../threads/picture-thread.ts';
import { startThread } from '../threads/start-thread.ts';

/** Milliseconds after the last preview until the thread ends, to free the few hundred megabytes that it uses. */
const PAUSE = 15_000;

/** A hung thread is replaced after this time (ms). A preview takes much less. */
const STOPS_WITHIN = 60_000;

const uninterrupted = new AbortController().signal;

/** Draws previews in a separate thread, which ends when it has been idle for a while. */
export class PreviewThread {
  #thread: PictureThread | null = null;
  #drawing = 0;
  #ending: NodeJS.Timeout | undefined;

  /** Like `drawTemplate`, but runs in the thread. */
  readonly draw = async (templateId: number, technique?: Technique): Promise<Uint8Array> => {
    clearTimeout(this.#ending);
    this.#drawing++;
    this.#thread ??= new PictureThread(() => startThread('generator-worker'), STOPS_WITHIN);

    try {
      return await this.#thread.ask(
        'preview',
        { templateId, technique },
        { onProgress: () => {}, signal: uninterrupted },
      );
    } finally {
      this.#drawing--;
      if (this.#drawing === 0) this.#ending = setTimeout(() => void this.close(), PAUSE).unref();
    }
  };

  async close(): Promise<void> {
    clearTimeout(this.#ending);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.close();
  }
}
