/** Times are ISO 8601 in UTC; an object is a change. */
export type Cell = string | number | boolean | null | Record<string, unknown>;

/** By column name. */
export type Row = Record<string, Cell>;

/** Facts about one thing, a list, or both. */
export interface DeskOutput {
  facts?: Row;
  rows?: Row[];
  /** Files that the command saves in its current folder; names without a path. */
  files?: { name: string; base64: string }[];
  /** Undefined on the last page. */
  nextPage?: number;
}

/** A verb's refusal; the message is for the operator. */
export class DeskRefusal extends Error {
  override name = 'DeskRefusal';
}

/** E.g. `2026-11-23T10:04:05Z`. */
export function momentCell(time: Date | null): string | null {
  return time && `${time.toISOString().slice(0, 19)}Z`;
}
