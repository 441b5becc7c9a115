import { Busy } from '../http/api-error.ts';
import { AtOnce } from '../http/at-once.ts';
import type { Labels } from '../labels/open-labels.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { drawCard } from './draw-card.ts';

/** Cards that are kept, each some 200 kB. */
const mostKept = 50;

/** Callers who wait for a card to be drawn, some 0.2 s each: of one address, and of all. */
const mostWaiting = { ofOne: 4, inAll: 40 };

/** Seconds after which there is usually room in the queue again. */
const tryAgainIn = 8;

/** A card that is kept, or drawn for as long as somebody waits for it. */
interface Entry {
  card: Promise<Uint8Array | null>;
  isDrawn: boolean;
  waiting: number;
}

/**
 * Cards by the key of their pic, drawn when they are first wanted, one after another: a link may be opened by many. They are
 * kept in memory only, so that nothing of a deleted pic stays.
 */
export class CardCache {
  readonly #store: ObjectStore;
  readonly #labels: Pick<Labels, 'sign'>;
  readonly #kept = new Map<string, Entry>();
  readonly #calls = new AtOnce(mostWaiting);
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: ObjectStore, labels: Pick<Labels, 'sign'>) {
    this.#store = store;
    this.#labels = labels;
  }

  /**
   * The card of a pic; null where there is no such pic, or the caller has `gone`. Refuses with 1005 when the queue is
   * full.
   */
  async get(key: string, caller: string, gone: AbortSignal): Promise<Uint8Array | null> {
    const head = await this.#store.head(key);
    if (!head || gone.aborted) return null;
    const name = `${key} ${head.etag}`;
    const known = this.#kept.get(name);
    if (known?.isDrawn) return this.#keep(name, known).card;

    const end = this.#calls.begin(caller);
    if (!end) throw new Busy('overloaded', 'error.overloaded', tryAgainIn);
    const entry = this.#keep(name, known ?? this.#draw(name, key));
    entry.waiting += 1;
    const left = new Promise<null>(resolve => gone.addEventListener('abort', () => resolve(null)));
    return Promise.race([entry.card, left]).finally(() => {
      entry.waiting -= 1;
      end();
    });
  }

  /** The one that was wanted last stands at the end. */
  #keep(name: string, entry: Entry): Entry {
    this.#kept.delete(name);
    this.#kept.set(name, entry);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    return entry;
  }

  #draw(name: string, key: string): Entry {
    const entry: Entry = { card: Promise.resolve(null), isDrawn: false, waiting: 0 };
    entry.card = this.#last.then(async () => {
      const pic = entry.waiting > 0 && (await this.#store.get(key));
      const card = pic ? this.#labels.sign(await drawCard(pic.bytes)) : null;
      if (card) entry.isDrawn = true;
      // Nobody waited for it any more, or the pic went: the next caller starts over.
      else this.#kept.delete(name);
      return card;
    });
    this.#last = entry.card.catch(() => this.#kept.delete(name));
    return entry;
  }
}
