import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import type { PhotoReason } from '../contract/photo-reasons.ts';
import type { DbAndClock } from '../db/database.ts';
import { notFound } from '../http/api-error.ts';
import { bounds } from '../http/limits/bounds.ts';
import { type JobQueue, waitForCalm } from '../jobs/job-queue.ts';
import type { PhotoChecks } from '../jobs/photo-checks/photo-checks.ts';
import { PhotoQueue } from '../jobs/photo-checks/photo-queue.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { TryOnDrawing } from './try-on-drawer.ts';
import type { Drawn, TryOnQueue } from './try-on-templates.ts';

/** After this time (ms), a call returns without a result: a call may take 10 s, and this check is optional. */
const longestWait = 6_000;

const mostRemembered = 10_000;

/** Fields are absent if there was no time to check the photo. */
export interface SeenPhoto {
  problems?: PhotoReason[];
  /** True if the photo shows a different person than the front photo. */
  isOther?: boolean;
}

interface PeopleCheckParts extends DbAndClock {
  store: ObjectStore;
  queue: Pick<JobQueue, 'isBusy'>;
  photoChecks: PhotoChecks;
  tryOnQueue: TryOnQueue;
  drawer: Pick<TryOnDrawing, 'findOthers' | 'inspect'>;
  comparesFaces: boolean;
}

/** A pair of photos. `name` identifies the current contents of both. */
interface Pair {
  userId: string;
  keys: [string, string];
  name: string;
}

/**
 * Before payment, finds the problems that a job would find in the photos, and photos of other people. Single photos
 * have their own queue, which also runs during jobs, because a job would do the same work. Pairs of photos are compared
 * in the try-on queue, which waits for jobs. Results are cached until a photo changes.
 */
export class PeopleCheck {
  readonly #parts: PeopleCheckParts;
  readonly #known = new Map<string, boolean>();
  readonly #problems = new Map<string, PhotoReason[]>();
  readonly #queue = new PhotoQueue(bounds.waitingComparisons.inAll);

  constructor(parts: PeopleCheckParts) {
    this.#parts = parts;
  }

  /**
   * The first photo must be the front photo. Throws the same errors as `PhotoChecks`. If the caller disconnects, the
   * result is cached for the next call.
   */
  async check(userId: string, keys: string[], gone: AbortSignal): Promise<SeenPhoto[]> {
    const { store, photoChecks, comparesFaces } = this.#parts;
    const heads = await Promise.all(keys.map(key => store.head(key)));
    if (heads.includes(null)) throw notFound();
    const names = keys.map((key, index) => `${key} ${heads[index]!.etag}`);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), longestWait);
    const signal = AbortSignal.any([gone, late.signal]);
    try {
      await photoChecks.check(userId, keys, signal);
      // Queue all photos at once, so that the queue never waits for the next one.
      const problems = await Promise.all(
        keys.map((key, index) =>
          this.#problemsOf(userId, { key, name: names[index]!, isFront: index === 0 }, signal),
        ),
      );
      const others = comparesFaces ? await this.#findOthers(userId, { keys, names }, signal) : null;
      return problems.map((found, index) => ({
        ...(found && { problems: found }),
        ...(others && index > 0 && { isOther: others[index - 1] ?? false }),
      }));
    } finally {
      clearTimeout(timer);
    }
  }

  async #problemsOf(
    userId: string,
    { key, name, isFront }: { key: string; name: string; isFront: boolean },
    signal: AbortSignal,
  ): Promise<PhotoReason[] | null> {
    const place = `${isFront} ${name}`;
    if (!this.#problems.has(place)) {
      const { store, drawer } = this.#parts;
      await this.#queue.take(userId, signal, async () => {
        if (!(await this.#countFetch(userId))) return 0;
        const photo = await store.get(key);
        if (!photo) throw notFound();
        const started = performance.now();
        const problems = await drawer.inspect(photo.bytes, isFront);
        if (this.#problems.size >= mostRemembered) this.#problems.clear();
        this.#problems.set(place, problems);
        return performance.now() - started;
      });
    }
    return this.#problems.get(place) ?? null;
  }

  /**
   * For each photo after the first, true if it shows another person. Null if there was no time or the daily limit is
   * reached.
   */
  async #findOthers(
    userId: string,
    { keys, names: [first, ...names] }: { keys: string[]; names: string[] },
    signal: AbortSignal,
  ): Promise<boolean[] | null> {
    const { queue, tryOnQueue } = this.#parts;
    const pairs = names.map(
      (name, index): Pair => ({ userId, keys: [keys[0]!, keys[index + 1]!], name: `${first} ${name}` }),
    );
    if (pairs.length === 0 || !(await waitForCalm(queue, signal))) return null;
    for (const pair of pairs) {
      if (this.#known.has(pair.name)) continue;
      const wanted = { caller: userId, key: pair.name, make: () => this.#compare(pair) };
      if ((await tryOnQueue.wait(wanted, signal)) !== 'drawn') return null;
    }
    return pairs.map(({ name }) => this.#known.get(name) ?? false);
  }

  async #compare({ userId, keys, name }: Pair): Promise<Drawn> {
    const { store, drawer } = this.#parts;
    if (!(await this.#countFetch(userId))) return 'last';
    const photos = await Promise.all(keys.map(key => store.get(key)));
    if (photos.includes(null)) return 'late';
    const [isOther = false] = await drawer.findOthers(photos.map(photo => photo!.bytes));
    if (this.#known.size >= mostRemembered) this.#known.clear();
    this.#known.set(name, isOther);
    return 'drawn';
  }

  /** Counts a check before it starts. Returns false if the user has reached the daily limit (days in UTC). */
  async #countFetch(userId: string): Promise<boolean> {
    const { db, clock } = this.#parts;
    const time = new Date(clock());
    if ((await countOfDay(db.query, 'photo-comparisons', userId, time)) >= bounds.photoComparisons.ofOne)
      return false;
    await addToDay(db.query, 'photo-comparisons', userId, { time, more: 1 });
    return true;
  }
}
