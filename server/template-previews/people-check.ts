import { setTimeout as pause } from 'node:timers/promises';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PhotoChecks } from '../jobs/photo-checks/photo-checks.ts';
import { waitForCalm } from '../jobs/wait-for-calm.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { PreviewDrawing } from './preview-drawer.ts';

/** Milliseconds after which a call ends with what is known: each must within 10 s, and a question can as well not be asked. */
const longestWait = 6_000;

/** Verdicts that are remembered, each some 150 bytes. */
const mostRemembered = 10_000;

/** What is needed to compare photos. */
export interface PeopleCheckParts {
  store: ObjectStore;
  queue: Pick<JobQueue, 'isBusy'>;
  photoChecks: PhotoChecks;
  drawer: Pick<PreviewDrawing, 'findOthers'>;
}

/**
 * Finds photos that show someone else than the first: one user at a time, never while a paid job runs, and each
 * unchanged pair only once.
 */
export class PeopleCheck {
  readonly #parts: PeopleCheckParts;
  readonly #known = new Map<string, boolean>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: PeopleCheckParts) {
    this.#parts = parts;
  }

  /** Whether each of the photos after the first shows somebody else; null when there is no time to look. Refuses as `PhotoChecks` does. */
  async findOthers(userId: string, keys: string[]): Promise<boolean[] | null> {
    await this.#parts.photoChecks.check(userId, keys);
    const end = performance.now() + longestWait;
    const looked = this.#last.then(() => this.#look(keys, end));
    this.#last = looked.catch(() => undefined);
    // What is found after that is known to the next call.
    return Promise.race([looked, pause(longestWait, null, { ref: false })]);
  }

  async #look(keys: string[], end: number): Promise<boolean[] | null> {
    const { store, queue, drawer } = this.#parts;
    const heads = await Promise.all(keys.map(key => store.head(key)));
    if (heads.includes(null)) return null;
    const names = keys.map((key, index) => `${keys[0]} ${heads[0]!.etag} ${key} ${heads[index]!.etag}`);
    const unknown = keys
      .map((_, index) => index)
      .filter(index => index > 0 && !this.#known.has(names[index]!));
    if (unknown.length > 0) {
      if (!(await waitForCalm(queue, end))) return null;
      const photos = await Promise.all([0, ...unknown].map(index => store.get(keys[index]!)));
      if (photos.includes(null)) return null;
      const others = await drawer.findOthers(photos.map(photo => photo!.bytes));
      if (this.#known.size >= mostRemembered) this.#known.clear();
      for (const [place, index] of unknown.entries()) this.#known.set(names[index]!, others[place]!);
    }
    return names.slice(1).map(name => this.#known.get(name) ?? false);
  }
}
