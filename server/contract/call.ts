import {
  type Static,
  type TArray,
  type TLiteral,
  type TObject,
  type TSchema,
  type TUnion,
  Type,
} from 'typebox';
import type { Feature } from './features.ts';

export interface CallDefinition {
  method: 'GET' | 'POST';
  summary: string;
  /** `none` for a call without a token. */
  auth?: 'none';
  query?: TSchema;
  body?: TSchema;
  headers?: TSchema;
  data: TSchema;
  /** Set for calls beyond the specification. The app makes these calls only if the backend declares the feature. */
  feature?: Feature;
}

export const Nothing = Type.Null();

export function listOf<Item extends TSchema>(item: Item): TObject<{ list: TArray<Item> }> {
  return Type.Object({ list: Type.Array(item) });
}

export const NumberOrDecimal = Type.Union(
  [Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,15}$' })],
  { description: 'a number, or its decimal text' },
);

/** Pages are counted from 1. */
export const Paging = Type.Object({
  cur_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

export type Paging = Static<typeof Paging>;

type Literals<Texts extends readonly string[]> = { -readonly [At in keyof Texts]: TLiteral<Texts[At]> };

export function literals<const Texts extends readonly string[]>(...texts: Texts): TUnion<Literals<Texts>> {
  return Type.Union(texts.map(text => Type.Literal(text))) as unknown as TUnion<Literals<Texts>>;
}
