import type { Technique } from '../catalogue/schema.ts';
import { PictureThread } from '../threads/picture-thread.ts';
import { startThread } from '../threads/start-thread.ts';

/** Milliseconds from the last preview to the end of the thread, which holds a few hundred megabytes. */
const PAUSE = 15_000;

/** Milliseconds; far more than one preview takes. */
const STOPS_WITHIN = 60_000;

const uninterrupted = new AbortController().signal;

/** Draws in a thread of its own, which ends after a pause without previews. */
export class PreviewThread {
  #thread: PictureThread | null = null;
  #drawing = 0;
  #ending: NodeJS.Timeout | undefined;

  /** See `drawTemplate`. */
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
