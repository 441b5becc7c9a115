import { addToDay, countOfDay } from '../../accounts/day-counts.ts';
import { limits } from '../../contract/limits.ts';
import type { DbAndClock } from '../../db/database.ts';
import { faultOfHeader, type PhotoFault, shortestSide } from '../../generator/photo-header.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { bounds } from '../../http/limits/bounds.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import type { PhotoDecoder } from './photo-decoder.ts';
import { PhotoQueue } from './photo-queue.ts';

/** Time limit (ms), because a call must respond within 10 s. A retry skips photos that have passed. */
const longestWait = 8_000;

const mostRemembered = 10_000;

/** `leastSide`: minimum side length in pixels. */
interface PhotoCheckParts extends DbAndClock {
  decoder: PhotoDecoder;
  store: ObjectStore;
  leastSide: number | undefined;
}

/**
 * Checks photos before a job is created: first the headers, then whether they can be decoded. Checks one photo at a
 * time and takes users in turn. Caches each result until the photo changes.
 */
export class PhotoChecks {
  readonly #parts: PhotoCheckParts;
  readonly #store: ObjectStore;
  readonly #leastSide: number;
  readonly #queue = new PhotoQueue(bounds.waitingPhotos.inAll);
  readonly #verdicts = new Map<string, PhotoFault | null>();
  readonly #ofUser = new Map<string, Promise<unknown>>();

  constructor(parts: PhotoCheckParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#leastSide = parts.leastSide ?? shortestSide;
  }

  /**
   * Resolves if all photos are good. Throws 1003 if a photo does not exist; 2218030 if a photo is too large, not a
   * picture, or too costly to decode (the message has the photo's number, from 1, and the reason); 503 if the check
   * takes too long; 429 if the user's photos took too much CPU time today. Stops before the next photo if `gone` is
   * aborted.
   */
  async check(userId: string, keys: string[], gone?: AbortSignal): Promise<void> {
    if (await this.#areKnownGood(keys)) return;
    const late = new AbortController();
    const signal = gone ? AbortSignal.any([gone, late.signal]) : late.signal;
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(photosWait()));
    });
    // Do not use AbortSignal.timeout: Node 20 may garbage-collect it before it fires if another signal depends on it.
    const timer = setTimeout(() => late.abort(), longestWait);
    await Promise.race([this.#checkAlone(userId, keys, signal), ended]).finally(() => clearTimeout(timer));
  }

  /** Runs a user's calls one at a time, because they mostly have the same photos. */
  async #checkAlone(userId: string, keys: string[], signal: AbortSignal): Promise<void> {
    for (let running = this.#ofUser.get(userId); running; running = this.#ofUser.get(userId)) {
      await running.catch(() => undefined);
      if (signal.aborted) return;
    }
    const checked = this.#checkAll(userId, keys, signal);
    this.#ofUser.set(userId, checked);
    await checked.finally(() => this.#ofUser.delete(userId));
  }

  async #areKnownGood(keys: string[]): Promise<boolean> {
    if (this.#verdicts.size === 0) return false;
    const heads = await Promise.all(keys.map(key => this.#store.head(key)));
    return heads.every((head, index) => head && this.#verdicts.get(`${keys[index]} ${head.etag}`) === null);
  }

  close(): Promise<void> {
    return this.#parts.decoder.close();
  }

  async #checkAll(userId: string, keys: string[], signal: AbortSignal): Promise<void> {
    const heads = await Promise.all(keys.map(key => this.#store.head(key)));
    for (const [index, head] of heads.entries()) {
      if (!head) throw notFound();
      if (head.size > limits.photoBytes) throw this.#refusal(index, 'too-large');
    }
    for (const [index, key] of keys.entries()) {
      const name = `${key} ${heads[index]!.etag}`;
      if (!this.#verdicts.has(name)) {
        await this.#requireTime(userId);
        if (!(await this.#queue.take(userId, signal, () => this.#look(userId, key)))) throw photosWait();
      }
      const fault = this.#verdicts.get(name);
      // There is no result if another photo was uploaded to the same key during the check.
      if (fault === undefined) throw photosWait();
      if (fault) throw this.#refusal(index, fault);
    }
  }

  async #requireTime(userId: string): Promise<void> {
    const { db, clock } = this.#parts;
    const spent = await countOfDay(db.query, 'photo-checks', userId, new Date(clock()));
    if (spent >= bounds.photoCheckTime.ofOne) throw new ApiError('tooManyRequests', 'error.last-photo');
  }

  /** Checks a photo and caches the result. Returns the CPU time in milliseconds. */
  async #look(userId: string, key: string): Promise<number> {
    const photo = await this.#store.get(key);
    if (!photo) throw notFound();
    const { fault, time } = await this.#inspect(photo.bytes);
    if (this.#verdicts.size >= mostRemembered) this.#verdicts.clear();
    this.#verdicts.set(`${key} ${photo.etag}`, fault);
    const { db, clock } = this.#parts;
    const today = { time: new Date(clock()), more: Math.ceil(time) };
    if (time > 0) await addToDay(db.query, 'photo-checks', userId, today);
    return time;
  }

  async #inspect(bytes: Uint8Array): Promise<{ fault: PhotoFault | null; time: number }> {
    if (bytes.length > limits.photoBytes) return { fault: 'too-large', time: 0 };
    const fault = await faultOfHeader(bytes, this.#leastSide);
    if (fault) return { fault, time: 0 };
    const { result, time } = await this.#parts.decoder.decode(bytes);
    return { fault: faultOf[result], time };
  }

  #refusal(index: number, fault: PhotoFault): ApiError {
    const least = this.#leastSide;
    const hasOwnLeast = fault === 'too-small' && least !== shortestSide;
    const sentence = hasOwnLeast ? 'photo.below-least' : (`photo.${fault}` as const);
    return new ApiError('photosRefused', sentence, { number: index + 1, least });
  }
}

const faultOf = { whole: null, damaged: 'unreadable', 'too-costly': 'too-many-pixels' } as const;

function photosWait(): ApiError {
  return new ApiError('overloaded', 'error.photos-waiting');
}
