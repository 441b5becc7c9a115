import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import type { PhotoReason } from '../contract/photo-reasons.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../http/api-error.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PhotoChecks } from '../jobs/photo-checks/photo-checks.ts';
import { PhotoLine } from '../jobs/photo-checks/photo-line.ts';
import { waitForCalm } from '../jobs/wait-for-calm.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { TryOnDrawing } from './try-on-drawer.ts';
import type { Drawn, TryOnQueue } from './try-on-queue.ts';

/** Milliseconds after which a call ends without a verdict: each must within 10 s, and a question can as well not be asked. */
const longestWait = 6_000;

/** Verdicts that are remembered, each some 150 bytes. */
const mostRemembered = 10_000;

/** Looks at one photo, or at two beside each other, that a user has a day: a hundred sets of five photos. They are no try-ons. */
export const mostLooksADay = 900;

/** How many photos wait to be looked at: some seconds of one thread. */
const mostWaiting = 24;

/** What was found in one photo; absent where nobody had the time. */
export interface SeenPhoto {
  problems?: PhotoReason[];
  /** Shows somebody else than the first photo. */
  isOther?: boolean;
}

interface PeopleCheckParts {
  db: Database;
  clock: () => number;
  store: ObjectStore;
  queue: Pick<JobQueue, 'isBusy'>;
  photoChecks: PhotoChecks;
  tryOnQueue: TryOnQueue;
  drawer: Pick<TryOnDrawing, 'findOthers' | 'inspect'>;
  comparesFaces: boolean;
}

/** Two photos of a user, and what names them as they are now. */
interface Pair {
  userId: string;
  keys: [string, string];
  name: string;
}

/**
 * Says before anything is paid what a job would say about photos, and which of them show someone else than the first. Each photo
 * is looked at in a queue of its own, which paid jobs do not stop: a job of it would be looked at just the same. Two photos are
 * compared in the queue of try-ons, as if one were drawn. Nothing is done again while the photos are unchanged.
 */
export class PeopleCheck {
  readonly #parts: PeopleCheckParts;
  readonly #known = new Map<string, boolean>();
  readonly #problems = new Map<string, PhotoReason[]>();
  readonly #line = new PhotoLine(mostWaiting);

  constructor(parts: PeopleCheckParts) {
    this.#parts = parts;
  }

  /**
   * What was found in each of the photos, the front one first, within the time and today's looks. Refuses as `PhotoChecks` does.
   * What is found later is known to the next call.
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
      // All wait in the line at once: no photo is late because of what lies between two turns.
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
      await this.#line.take(userId, signal, async () => {
        if (!(await this.#countLook(userId))) return 0;
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

  /** Null when there is no time to look, or no looks are left today. */
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
      const wanted = { userId, key: pair.name, draw: () => this.#compare(pair) };
      if ((await tryOnQueue.add(wanted, signal)) !== 'drawn') return null;
    }
    return pairs.map(({ name }) => this.#known.get(name) ?? false);
  }

  async #compare({ userId, keys, name }: Pair): Promise<Drawn> {
    const { store, drawer } = this.#parts;
    if (!(await this.#countLook(userId))) return 'last';
    const photos = await Promise.all(keys.map(key => store.get(key)));
    if (photos.includes(null)) return 'late';
    const [isOther = false] = await drawer.findOthers(photos.map(photo => photo!.bytes));
    if (this.#known.size >= mostRemembered) this.#known.clear();
    this.#known.set(name, isOther);
    return 'drawn';
  }

  /** Counts a look that is about to begin; false when the user has had all of today's (UTC). */
  async #countLook(userId: string): Promise<boolean> {
    const { db, clock } = this.#parts;
    const time = new Date(clock());
    if ((await countOfDay(db.query, 'photo-looks', userId, time)) >= mostLooksADay) return false;
    await addToDay(db.query, 'photo-looks', userId, { time, more: 1 });
    return true;
  }
}
