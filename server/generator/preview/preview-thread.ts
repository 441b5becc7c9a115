import type { Hand } from '../entries/entry.ts';
import { PictureThread } from '../threads/picture-thread.ts';
import { startThread } from '../threads/start-thread.ts';

/** A thread without work holds a few hundred megabytes: after this pause (milliseconds) it ends. */
const PAUSE = 15_000;

/** Far more than one preview takes (milliseconds). */
const STOPS_WITHIN = 60_000;

const uninterrupted = new AbortController().signal;

/** Draws previews in a thread of its own, which ends when there are no more to draw. */
export class PreviewThread {
  #thread: PictureThread | null = null;
  #drawing = 0;
  #ending: NodeJS.Timeout | undefined;

  /** The preview of a template (see `drawTemplate`). */
  readonly draw = async (templateId: number, hand?: Hand): Promise<Uint8Array> => {
    clearTimeout(this.#ending);
    this.#drawing++;
    this.#thread ??= new PictureThread(() => startThread('generator-worker'), STOPS_WITHIN);

    try {
      return await this.#thread.ask(
        'preview',
        { templateId, hand },
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
