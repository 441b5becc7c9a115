import { limits } from '../../contract/limits.ts';
import { faultOfHeader, type PhotoFault, shortestSide } from '../../generator/photo-header.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { PhotoDecoder } from './photo-decoder.ts';

/** Milliseconds that a call waits for its turn: it must end within 10 s, and its own check takes some of them. */
const longestWait = 7_000;

/** How many users wait at most. The photos that the app sends take some 30 ms each. */
const mostWaiting = 100;

/** Verdicts that are remembered, each some 100 bytes. */
const mostRemembered = 10_000;

/**
 * Checks photos before a job is made of them: the headers first, then whether they can be decoded. One user's photos
 * are checked at a time, and an unchanged photo is checked once.
 */
export class PhotoChecks {
  readonly #store: ObjectStore;
  readonly #leastSide: number;
  readonly #decoder = new PhotoDecoder();
  readonly #verdicts = new Map<string, PhotoFault | null>();
  readonly #ofUser = new Map<string, Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `leastSide`: the pixels that each side of a photo must have. */
  constructor(store: ObjectStore, leastSide = shortestSide) {
    this.#store = store;
    this.#leastSide = leastSide;
  }

  /**
   * Resolves when the photos are good. Refuses with 1003 when one does not exist, with 2218030 when one is too large,
   * no picture, or too much to decode (the message says which, from 1, and why), and with 503 when too many wait.
   */
  async check(userId: string, keys: string[]): Promise<void> {
    const began = performance.now();
    if (await this.#areKnownGood(keys)) return;
    for (let running = this.#ofUser.get(userId); running; running = this.#ofUser.get(userId)) {
      await running.catch(() => undefined);
      // Most often the call before was about the same photos.
      if (await this.#areKnownGood(keys)) return;
      if (performance.now() - began > longestWait) throw photosWait();
    }
    if (this.#waiting >= mostWaiting) throw photosWait();

    const checked = this.#inTurn(keys, began);
    this.#ofUser.set(userId, checked);
    await checked.finally(() => this.#ofUser.delete(userId));
  }

  async #inTurn(keys: string[], began: number): Promise<void> {
    this.#waiting += 1;
    const checked = this.#last.then(() => {
      this.#waiting -= 1;
      if (performance.now() - began > longestWait) throw photosWait();
      return this.#checkAll(keys);
    });
    this.#last = checked.catch(() => undefined);
    return checked;
  }

  async #areKnownGood(keys: string[]): Promise<boolean> {
    if (this.#verdicts.size === 0) return false;
    const heads = await Promise.all(keys.map(key => this.#store.head(key)));
    return heads.every((head, index) => head && this.#verdicts.get(`${keys[index]} ${head.etag}`) === null);
  }

  close(): Promise<void> {
    return this.#decoder.close();
  }

  async #checkAll(keys: string[]): Promise<void> {
    const heads = await Promise.all(keys.map(key => this.#store.head(key)));
    for (const [index, head] of heads.entries()) {
      if (!head) throw notFound();
      if (head.size > limits.photoBytes) throw this.#refusal(index, 'too-large');
    }
    for (const [index, key] of keys.entries()) {
      const fault = await this.#faultOf(key, heads[index]!.etag);
      if (fault) throw this.#refusal(index, fault);
    }
  }

  async #faultOf(key: string, etag: string): Promise<PhotoFault | null> {
    const name = `${key} ${etag}`;
    const known = this.#verdicts.get(name);
    if (known !== undefined) return known;

    const photo = await this.#store.get(key);
    if (!photo) throw notFound();
    const fault = await this.#inspect(photo.bytes);
    if (this.#verdicts.size >= mostRemembered) this.#verdicts.clear();
    this.#verdicts.set(`${key} ${photo.etag}`, fault);
    return fault;
  }

  async #inspect(bytes: Uint8Array): Promise<PhotoFault | null> {
    if (bytes.length > limits.photoBytes) return 'too-large';
    const fault = await faultOfHeader(bytes, this.#leastSide);
    if (fault) return fault;
    const decoded = await this.#decoder.decode(bytes);
    if (decoded === 'whole') return null;
    return decoded === 'damaged' ? 'unreadable' : 'too-many-pixels';
  }

  #refusal(index: number, fault: PhotoFault): ApiError {
    const least = this.#leastSide;
    const hasOwnLeast = fault === 'too-small' && least !== shortestSide;
    const sentence = hasOwnLeast ? 'photo.below-least' : (`photo.${fault}` as const);
    return new ApiError('photosRefused', sentence, { number: index + 1, least });
  }
}

function photosWait(): ApiError {
  return new ApiError('overloaded', 'error.photos-waiting');
}
