import type { Database } from '../db/database.ts';
import { notFound } from '../http/api-error.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PhotoChecks } from '../jobs/photo-checks/photo-checks.ts';
import { waitForCalm } from '../jobs/wait-for-calm.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { countTryOn } from './count-try-on.ts';
import type { TryOnDrawing } from './try-on-drawer.ts';
import type { Drawn, TryOnQueue } from './try-on-queue.ts';

/** Milliseconds after which a call ends without a verdict: each must within 10 s, and a question can as well not be asked. */
const longestWait = 6_000;

/** Verdicts that are remembered, each some 150 bytes. */
const mostRemembered = 10_000;

interface PeopleCheckParts {
  db: Database;
  clock: () => number;
  store: ObjectStore;
  queue: Pick<JobQueue, 'isBusy'>;
  photoChecks: PhotoChecks;
  tryOnQueue: TryOnQueue;
  drawer: Pick<TryOnDrawing, 'findOthers'>;
}

/** Two photos of a user, and what names them as they are now. */
interface Pair {
  userId: string;
  keys: [string, string];
  name: string;
}

/**
 * Finds photos that show someone else than the first. Two photos are compared in the line of try-ons, as if one were drawn,
 * and not again while they are unchanged.
 */
export class PeopleCheck {
  readonly #parts: PeopleCheckParts;
  readonly #known = new Map<string, boolean>();

  constructor(parts: PeopleCheckParts) {
    this.#parts = parts;
  }

  /**
   * Whether each of the photos after the first shows somebody else; null when there is no time to look, or no try-ons are left
   * today. Refuses as `PhotoChecks` does. What is found meanwhile is known to the next call.
   */
  async findOthers(userId: string, keys: string[], gone: AbortSignal): Promise<boolean[] | null> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), longestWait);
    const signal = AbortSignal.any([gone, late.signal]);
    return this.#findUntil(signal, userId, keys).finally(() => clearTimeout(timer));
  }

  async #findUntil(signal: AbortSignal, userId: string, keys: string[]): Promise<boolean[] | null> {
    const { store, queue, photoChecks, tryOnQueue } = this.#parts;
    const heads = await Promise.all(keys.map(key => store.head(key)));
    if (heads.includes(null)) throw notFound();
    const [first, ...names] = keys.map((key, index) => `${key} ${heads[index]!.etag}`);
    const pairs = names.map(
      (name, index): Pair => ({ userId, keys: [keys[0]!, keys[index + 1]!], name: `${first} ${name}` }),
    );
    if (!(await waitForCalm(queue, signal))) return null;
    await photoChecks.check(userId, keys, signal);
    for (const pair of pairs) {
      if (this.#known.has(pair.name)) continue;
      const wanted = { userId, key: pair.name, draw: () => this.#compare(pair) };
      if ((await tryOnQueue.add(wanted, signal)) !== 'drawn') return null;
    }
    return pairs.map(({ name }) => this.#known.get(name) ?? false);
  }

  async #compare({ userId, keys, name }: Pair): Promise<Drawn> {
    const { store, drawer } = this.#parts;
    if (!(await countTryOn(this.#parts, userId))) return 'last';
    const photos = await Promise.all(keys.map(key => store.get(key)));
    if (photos.includes(null)) return 'late';
    const [isOther = false] = await drawer.findOthers(photos.map(photo => photo!.bytes));
    if (this.#known.size >= mostRemembered) this.#known.clear();
    this.#known.set(name, isOther);
    return 'drawn';
  }
}
