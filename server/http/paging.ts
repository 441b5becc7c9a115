import { type Static, Type } from 'typebox';

/** The query of a list that comes in pages; pages count from 1. */
export const Paging = Type.Object({
  cur_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

/** Where a page begins and how many rows it holds. */
export function pageOf(query: Static<typeof Paging>, usualSize = 20): { offset: number; limit: number } {
  const limit = query.page_size ?? usualSize;
  return { offset: ((query.cur_page ?? 1) - 1) * limit, limit };
}
