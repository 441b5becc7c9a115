import type { Technique } from '../catalogue/schema.ts';
import { PictureThread } from '../threads/picture-thread.ts';
import { startThread } from '../threads/start-thread.ts';

/** The thread ends this long (ms) after the last preview, because it takes a few hundred megabytes. */
const PAUSE = 15_000;

/** Milliseconds after which a hanging thread is replaced. A preview takes far less. */
const STOPS_WITHIN = 60_000;

const uninterrupted = new AbortController().signal;

/** Draws previews in a thread of its own, which ends after a while without previews. */
export class PreviewThread {
  #thread: PictureThread | null = null;
  #drawing = 0;
  #ending: NodeJS.Timeout | undefined;

  /** Like `drawTemplate`, but in the thread. */
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
