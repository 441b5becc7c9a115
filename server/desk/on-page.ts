import type { DeskReport, Row } from './desk-report.ts';
import type { DeskRequest } from './verb.ts';

/** A query that can be cut to a page. */
interface Pageable<T> {
  offset(rows: number): Pageable<T>;
  limit(rows: number): Pageable<T>;
  execute(): Promise<T[]>;
}

/** The page of a list that is asked for; one row more is read, to know whether there is another page. */
export async function onPage<T>(
  query: Pageable<T>,
  { page, limit }: Pick<DeskRequest, 'page' | 'limit'>,
  rowOf: (found: T) => Row,
): Promise<DeskReport> {
  const found = await query
    .offset((page - 1) * limit)
    .limit(limit + 1)
    .execute();
  return {
    rows: found.slice(0, limit).map(rowOf),
    ...(found.length > limit && { nextPage: page + 1 }),
  };
}

/** The same of a list that is at hand. */
export function onRows(rows: Row[], { page, limit }: Pick<DeskRequest, 'page' | 'limit'>): DeskReport {
  const end = page * limit;
  return { rows: rows.slice(end - limit, end), ...(rows.length > end && { nextPage: page + 1 }) };
}
