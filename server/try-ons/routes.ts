import type { FastifyInstance } from 'fastify';
import { type ConsentParts, requireConsent } from '../accounts/consent.ts';
import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import { loadUser, photosPrefix } from '../accounts/user.ts';
import type { PhotoReason } from '../contract/photo-reasons.ts';
import type { DbAndClock } from '../db/database.ts';
import { ApiError, notFound, wrongParameter } from '../http/api-error.ts';
import { callerGone, callerOf } from '../http/caller.ts';
import { AtOnce, bounds } from '../http/limits/limiters.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import { type JobQueue, waitForCalm } from '../jobs/job-queue.ts';
import { type PhotoChecks, PhotoQueue } from '../jobs/photo-checks/photo-checks.ts';
import { languageOf } from '../languages/languages.ts';
import type { ObjectStore, PictureStorage } from '../store/object-store.ts';
import { NoFace, type TryOnDrawing } from './try-on-drawer.ts';
import {
  type Drawn,
  openTryOnQueue,
  problemsOf,
  type TryOnQueue,
  type TryOnsParts,
  tryOnsBusy,
  tryOnTemplates,
} from './try-on-templates.ts';

interface TryOnRouteParts extends TryOnsParts, ConsentParts {
  storage: PictureStorage;
  canTryOn: boolean;
  comparesFaces: boolean;
}

/** Minimum time in seconds for which the address of a try-on is valid. */
const addressLife = 15 * 60;

export async function tryOnRoutes(app: FastifyInstance, parts: TryOnRouteParts): Promise<void> {
  const { storage } = parts;
  const calls = new AtOnce(bounds.tryOnCalls);
  const tryOnQueue = openTryOnQueue(parts.queue);

  if (parts.canTryOn)
    serveCall(app, 'previewTemplates', async (request, reply) => {
      const userId = callerOf(request);
      const photoKey = ownKeyOf(storage, request.body.photo, userId);
      requireConsent(parts, await loadUser(parts.db.query, userId));
      const end = calls.begin(userId);
      if (!end) throw tryOnsBusy('tooManyRequests');
      const templateIds = request.body.template_ids;
      const tryOns = await tryOnTemplates(
        { ...parts, tryOnQueue },
        { userId, photoKey, templateIds, language: languageOf(request.headers['user-language']) },
        callerGone(reply),
      )
        .catch(explain)
        .finally(end);
      const list = await Promise.all(
        tryOns.map(async tryOn => {
          const problems = await problemsOf(parts, tryOn);
          return {
            template_id: tryOn.templateId,
            pic_url: storage.addressOf(tryOn.key, originOf(request), { life: addressLife }),
            ...(problems.length > 0 && { problems }),
          };
        }),
      );
      return { list };
    });

  const checks = new AtOnce(bounds.photoCheckCalls);
  const people = new PeopleCheck({ ...parts, tryOnQueue });
  serveCall(app, 'checkPhotos', async (request, reply) => {
    const userId = callerOf(request);
    const { photos } = request.body;
    const keys = photos.map(photo => ownKeyOf(storage, photo, userId));
    requireConsent(parts, await loadUser(parts.db.query, userId));
    const end = checks.begin(userId);
    if (!end) throw tryOnsBusy('tooManyRequests');
    const seen = await people.check(userId, keys, callerGone(reply)).finally(end);
    return {
      list: seen.flatMap(({ problems, isOther }, index) =>
        problems || isOther !== undefined
          ? [
              {
                photo: photos[index]!,
                ...(problems && { problems }),
                ...(isOther !== undefined && { shows_other: isOther }),
              },
            ]
          : [],
      ),
    };
  });
}

/** The store key of a photo. Throws unless the caller owns the photo. */
function ownKeyOf(storage: PictureStorage, photo: string, userId: string): string {
  const key = storage.keyOf(photo);
  if (key === null) throw wrongParameter('photo', 'parameter.photo');
  if (!key.startsWith(photosPrefix(userId))) throw notFound();
  return key;
}

function explain(error: unknown): never {
  if (error instanceof NoFace) throw new ApiError('photosRefused', 'photo.no-face', { number: 1 });
  throw error;
}

/** A check stops after this time (ms): a call may take 10 s, and this check is optional. */
const longestWait = 6_000;

const mostRemembered = 10_000;

/** Fields are absent if the photo was not checked, and `isOther` for the front photo. */
interface SeenPhoto {
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
class PeopleCheck {
  readonly #parts: PeopleCheckParts;
  readonly #known = new Map<string, boolean>();
  readonly #problems = new Map<string, PhotoReason[]>();
  readonly #queue = new PhotoQueue(bounds.waitingComparisons.inAll);

  constructor(parts: PeopleCheckParts) {
    this.#parts = parts;
  }

  /** The first photo is the front photo. Throws like `PhotoChecks`. Caches results for the next call. */
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

  /** True for each photo of another person. Null if there is only one photo, no time, or the daily limit is reached. */
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
