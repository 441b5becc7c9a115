import type { Generated } from 'kysely';

/** Titles and picture of each template that an owner ever added. */
export interface OwnTemplatesTable {
  id: number;
  /** JSON: the title by the code of the language. */
  title: string;
  /** Changes when the preview does. */
  version: string;
  /** An encoded picture; null: it is drawn. */
  preview: Uint8Array | null;
  /** The built-in template that is drawn, and the hand that replaces its own. */
  drawn_as: number | null;
  hand: string | null;
}

/** The templates that most users have had pics made in, the first in most, as counted on a day (UTC, `YYYY-MM-DD`). */
export interface PopularTemplatesTable {
  day: string;
  template_ids: number[];
}

/** What the operator chose for a template of the catalogue; without a row it is offered in its usual place, 0. */
export interface TemplateChoicesTable {
  template_id: number;
  is_on: Generated<boolean>;
  /** The least comes first. */
  place: Generated<number>;
}
