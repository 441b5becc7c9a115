/** One value in a report; times are ISO 8601 in UTC, an object is what was changed. */
export type Cell = string | number | boolean | null | Record<string, unknown>;

/** One line of a report, by the names of its columns. */
export type Row = Record<string, Cell>;

/** What a verb reports: facts about one thing, a list, or both. */
export interface DeskReport {
  facts?: Row;
  rows?: Row[];
  /** What the command saves in its own folder: plain names, without a path. */
  files?: { name: string; base64: string }[];
  /** The number of the next page, where the list goes on. */
  nextPage?: number;
}

/** Why a verb does nothing, in a sentence for the operator. */
export class DeskRefusal extends Error {
  override name = 'DeskRefusal';
}

/** A moment as reports show it: `2026-11-23T10:04:05Z`. */
export function momentCell(time: Date | null): string | null {
  return time && `${time.toISOString().slice(0, 19)}Z`;
}
