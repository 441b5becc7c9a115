import { type DeskOutput, DeskRefusal, type DeskRequest, type Row } from './verb.ts';

interface Pageable<T> {
  offset(rows: number): Pageable<T>;
  limit(rows: number): Pageable<T>;
  execute(): Promise<T[]>;
}

/** Runs a query for one page. Reads an extra row to find out whether there is a next page. */
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

/** Takes one page of rows that are already in memory. */
export function onRows(rows: Row[], { page, limit }: Pick<DeskRequest, 'page' | 'limit'>): DeskOutput {
  const end = page * limit;
  return { rows: rows.slice(end - limit, end), ...(rows.length > end && { nextPage: page + 1 }) };
}

/** Parses a month such as `2026-11`. Returns its start and the start of the next month, in UTC. */
export function monthOf(text: string): { start: Date; end: Date } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year || !month) throw new DeskRefusal(`A month is written like 2026-11, not "${text}".`);
  const at = (offset: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + offset));
  return { start: at(0), end: at(1) };
}
