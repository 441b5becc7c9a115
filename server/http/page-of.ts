import type { Paging } from '../contract/call.ts';

/** Offset and limit in rows; pages count from 1. */
export function pageOf(query: Paging, usualSize = 20): { offset: number; limit: number } {
  const limit = query.page_size ?? usualSize;
  return { offset: ((query.cur_page ?? 1) - 1) * limit, limit };
}
