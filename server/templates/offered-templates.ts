import type { Database } from '../db/database.ts';
import type { ShownTemplate } from './catalogue.ts';

/** Milliseconds for which the operator's choices count without asking the database again; other processes change them too. */
const trustedFor = 3_000;

/** The templates that can be chosen: those of the catalogue as the operator arranged them, who may leave some out. */
export class OfferedTemplates {
  /** Without the operator's choices. */
  readonly all: ShownTemplate[];
  readonly #db: Database;
  readonly #clock: () => number;
  #kept: { until: number; list: Promise<ShownTemplate[]> } | null = null;

  constructor(all: ShownTemplate[], db: Database, clock: () => number) {
    this.all = all;
    this.#db = db;
    this.#clock = clock;
  }

  /** In the order in which they are shown. */
  list(): Promise<ShownTemplate[]> {
    const now = this.#clock();
    if (!this.#kept || this.#kept.until <= now) {
      const list = this.#read();
      this.#kept = { until: now + trustedFor, list };
      // What could not be read is read again for the next caller.
      list.catch(() => {
        this.#kept = null;
      });
    }
    return this.#kept.list;
  }

  /** Reads the choices again for the next caller. */
  forget(): void {
    this.#kept = null;
  }

  async #read(): Promise<ShownTemplate[]> {
    const choices = await this.#db.query.selectFrom('template_choices').selectAll().execute();
    const choiceOf = new Map(choices.map(choice => [choice.template_id, choice]));
    const placeOf = ({ id }: ShownTemplate) => choiceOf.get(id)?.place ?? 0;
    // A stable sort: those without a place stay in the order of the catalogue, behind those that were put first.
    return this.all
      .filter(({ id }) => choiceOf.get(id)?.is_on ?? true)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
