import { DeskRefusal } from './desk-report.ts';

/** The first moment of a month such as `2026-11` in UTC, and that of the next one. */
export function monthOf(text: string): { start: Date; end: Date } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year || !month) throw new DeskRefusal(`A month is written like 2026-11, not "${text}".`);
  const at = (offset: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + offset));
  return { start: at(0), end: at(1) };
}
