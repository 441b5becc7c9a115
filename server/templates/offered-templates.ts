import type { Database } from '../db/database.ts';
import type { ShownTemplate } from './catalogue.ts';

/** Milliseconds for which what was read counts without asking the database again; other processes change it too. */
const trustedFor = 3_000;

/** Templates that are marked as the popular ones. */
const mostPopular = 6;

/** What can be chosen now. */
interface Offer {
  /** In the order in which they are shown. */
  list: ShownTemplate[];
  /** The ids of those of them that most users have had pics made in, as the last count of a day found. */
  popular: ReadonlySet<number>;
}

/** The templates that can be chosen: those of the catalogue as the operator arranged them, who may leave some out. */
export class OfferedTemplates {
  /** Without the operator's choices. */
  readonly all: ShownTemplate[];
  readonly #db: Database;
  readonly #clock: () => number;
  #kept: { until: number; offer: Promise<Offer> } | null = null;

  constructor(all: ShownTemplate[], db: Database, clock: () => number) {
    this.all = all;
    this.#db = db;
    this.#clock = clock;
  }

  /** In the order in which they are shown. */
  async list(): Promise<ShownTemplate[]> {
    return (await this.offer()).list;
  }

  /** The list, and which of it are popular. */
  offer(): Promise<Offer> {
    const now = this.#clock();
    if (!this.#kept || this.#kept.until <= now) {
      const offer = this.#read();
      this.#kept = { until: now + trustedFor, offer };
      // What could not be read is read again for the next caller.
      offer.catch(() => {
        this.#kept = null;
      });
    }
    return this.#kept.offer;
  }

  /** Reads the choices again for the next caller. */
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
    // A stable sort: those without a place stay in the order of the catalogue, behind those that were put first.
    const list = this.all
      .filter(({ id }) => choiceOf.get(id)?.is_on ?? true)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const offered = new Set(list.map(({ id }) => id));
    const popular = (counted?.template_ids ?? []).filter(id => offered.has(id)).slice(0, mostPopular);
    return { list, popular: new Set(popular) };
  }
}
