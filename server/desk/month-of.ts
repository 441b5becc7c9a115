import { DeskRefusal } from './desk-output.ts';

/** Start of a month such as `2026-11` in UTC, and of the next month. */
export function monthOf(text: string): { start: Date; end: Date } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year || !month) throw new DeskRefusal(`A month is written like 2026-11, not "${text}".`);
  const at = (offset: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + offset));
  return { start: at(0), end: at(1) };
}
