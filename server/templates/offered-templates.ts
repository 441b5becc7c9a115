import type { Database } from '../db/database.ts';
import type { ShownTemplate } from './catalogue.ts';

/** Cache the operator's choices for this long (ms). Short, because other processes may change them. */
const trustedFor = 3_000;

const mostPopular = 6;

interface Offer {
  list: ShownTemplate[];
  popular: ReadonlySet<number>;
}

/** Templates in the operator's order, without those that the operator switched off. */
export class OfferedTemplates {
  readonly all: ShownTemplate[];
  readonly #db: Database;
  readonly #clock: () => number;
  #kept: { until: number; offer: Promise<Offer> } | null = null;

  constructor(all: ShownTemplate[], db: Database, clock: () => number) {
    this.all = all;
    this.#db = db;
    this.#clock = clock;
  }

  async list(): Promise<ShownTemplate[]> {
    return (await this.offer()).list;
  }

  offer(): Promise<Offer> {
    const now = this.#clock();
    if (!this.#kept || this.#kept.until <= now) {
      const offer = this.#read();
      this.#kept = { until: now + trustedFor, offer };
      // Do not cache a failure: the next call reads again.
      offer.catch(() => {
        this.#kept = null;
      });
    }
    return this.#kept.offer;
  }

  forget(): void {
    this.#kept = null;
  }

  async #read(): Promise<Offer> {
    const { query } = this.#db;
    const choices = await query.selectFrom('template_choices').selectAll().execute();
    const counted = await query
      .selectFrom('popular_templates')
      .select('template_ids')
      .orderBy('day', 'desc')
      .executeTakeFirst();
    const choiceOf = new Map(choices.map(choice => [choice.template_id, choice]));
    const placeOf = ({ id }: ShownTemplate) => choiceOf.get(id)?.place ?? 0;
    // The sort is stable: templates without a place keep the catalogue's order.
    const list = this.all
      .filter(({ id }) => choiceOf.get(id)?.is_on ?? true)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const offered = new Set(list.map(({ id }) => id));
    const popular = (counted?.template_ids ?? []).filter(id => offered.has(id)).slice(0, mostPopular);
    return { list, popular: new Set(popular) };
  }
}
