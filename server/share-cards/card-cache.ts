import type { ObjectStore } from '../store/object-store.ts';
import { drawCard } from './draw-card.ts';

/** Cards that are kept, each some 200 kB. */
const mostKept = 50;

/**
 * Cards by the key of their pic, drawn when they are first wanted, one after another: a link may be opened by many. They are
 * kept in memory only, so that nothing of a deleted pic stays.
 */
export class CardCache {
  readonly #store: ObjectStore;
  readonly #kept = new Map<string, Promise<Buffer | null>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** The card of a pic; null where there is no such pic. */
  async get(key: string): Promise<Buffer | null> {
    const head = await this.#store.head(key);
    if (!head) return null;
    const name = `${key} ${head.etag}`;
    const known = this.#kept.get(name);
    const card = known ?? this.#draw(name, key);
    // The one that was wanted last stands at the end.
    this.#kept.delete(name);
    this.#kept.set(name, card);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    return card;
  }

  #draw(name: string, key: string): Promise<Buffer | null> {
    const drawing = this.#last.then(async () => {
      const pic = await this.#store.get(key);
      return pic && drawCard(pic.bytes);
    });
    this.#last = drawing.catch(() => this.#kept.delete(name));
    return drawing;
  }
}
