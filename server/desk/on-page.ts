import type { DeskOutput, Row } from './desk-output.ts';
import type { DeskRequest } from './verb.ts';

interface Pageable<T> {
  offset(rows: number): Pageable<T>;
  limit(rows: number): Pageable<T>;
  execute(): Promise<T[]>;
}

/** The requested page of a query; reads one row more to know if there is a next page. */
export async function onPage<T>(
  query: Pageable<T>,
  { page, limit }: Pick<DeskRequest, 'page' | 'limit'>,
  rowOf: (found: T) => Row,
): Promise<DeskOutput> {
  const found = await query
    .offset((page - 1) * limit)
    .limit(limit + 1)
    .execute();
  return {
    rows: found.slice(0, limit).map(rowOf),
    ...(found.length > limit && { nextPage: page + 1 }),
  };
}

/** The same for rows in memory. */
export function onRows(rows: Row[], { page, limit }: Pick<DeskRequest, 'page' | 'limit'>): DeskOutput {
  const end = page * limit;
  return { rows: rows.slice(end - limit, end), ...(rows.length > end && { nextPage: page + 1 }) };
}
