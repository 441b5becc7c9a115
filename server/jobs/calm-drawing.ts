import { PreviewThread } from '../generator/preview/preview-thread.ts';
import type { JobQueue } from './job-queue.ts';
import { waitForCalm } from './wait-for-calm.ts';

/** Milliseconds after which a template is drawn although jobs are made one after another: its picture is waited for. */
const longestWait = 15_000;

/** The drawing of templates, which makes room for paid jobs: both at once would take twice the memory. */
export class CalmDrawing {
  readonly #thread = new PreviewThread();
  readonly #queue: () => Pick<JobQueue, 'isBusy'>;
  #drawing = 0;

  constructor(queue: () => Pick<JobQueue, 'isBusy'>) {
    this.#queue = queue;
  }

  /** As the thread draws; waits for a job that is being made. */
  readonly draw: PreviewThread['draw'] = async (templateId, hand) => {
    await waitForCalm(this.#queue(), AbortSignal.timeout(longestWait));
    this.#drawing++;
    try {
      return await this.#thread.draw(templateId, hand);
    } finally {
      this.#drawing--;
      if (await this.#queue().isBusy()) this.rest();
    }
  };

  /** Gives the memory back, unless a template is being drawn. */
  rest(): void {
    if (this.#drawing === 0) void this.#thread.close();
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
