import { type Static, type TArray, type TObject, type TSchema, Type } from 'typebox';
import type { Feature } from './features.ts';

/** One call of the API: its path is `/v1/` and its name. */
export interface CallDefinition {
  method: 'GET' | 'POST';
  summary: string;
  /** Set for a call that carries no token; any other one is refused without. */
  auth?: 'none';
  query?: TSchema;
  body?: TSchema;
  headers?: TSchema;
  /** What the envelope of a success holds. */
  data: TSchema;
  /** Set for a call that the specification does not name: the app makes it only where the word is declared. */
  feature?: Feature;
}

/** The data of a call that returns nothing. */
export const Nothing = Type.Null();

/** The data of a call that returns a list. */
export function listOf<Item extends TSchema>(item: Item): TObject<{ list: TArray<Item> }> {
  return Type.Object({ list: Type.Array(item) });
}

/** The id of something that is counted from 1. */
export const NumberOrDecimal = Type.Union(
  [Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,15}$' })],
  { description: 'a number, or its decimal text' },
);

/** The query of a list that comes in pages; pages count from 1. */
export const Paging = Type.Object({
  cur_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

/** A page of a list. */
export type Paging = Static<typeof Paging>;
