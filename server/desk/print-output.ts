import { stringify } from 'csv-stringify/sync';
import stringWidth from 'string-width';
import type { Cell, DeskOutput, Row } from './verb.ts';

export type Format = 'table' | 'json' | 'csv';

/** A report as text, with a line break at the end. */
export function printOutput(report: DeskOutput, format: Format): string {
  if (format === 'json')
    return `${JSON.stringify(report, null, 2).split('\n').map(showControls).join('\n')}\n`;
  const { facts, rows } = report;
  if (format === 'csv') {
    // Escape formulas, because spreadsheets would execute cells that look like formulas.
    return stringify((rows ?? [facts ?? {}]).map(withoutControls), { header: true, escape_formulas: true });
  }
  const parts = [...(facts ? [listOf(facts)] : []), ...(rows ? [tableOf(rows)] : [])];
  return parts.join('\n');
}

/** Puts one fact on each line: `coins   20`. */
function listOf(facts: Row): string {
  const width = Math.max(...Object.keys(facts).map(name => name.length));
  const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`);
  return `${lines.join('\n')}\n`;
}

function tableOf(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'Nothing.\n';
  const columns = Object.keys(first);
  const lines = [
    columns.map(name => name.toUpperCase()),
    ...rows.map(row => columns.map(name => shown(row[name] ?? null))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map(line => stringWidth(line[index]!))));
  const isNumber = columns.map(name =>
    rows.every(row => row[name] === null || typeof row[name] === 'number'),
  );
  return lines
    .map(line =>
      line
        .map((text, index) => {
          const space = ' '.repeat(widths[index]! - stringWidth(text));
          return isNumber[index] ? space + text : text + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
    .concat('\n');
}

function shown(value: Cell): string {
  if (value === null) return '–';
  return showControls(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const withoutControls = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? showControls(value) : value,
    ]),
  );

/** Escapes characters that control the terminal, break lines or change the text direction, for example as `\u001b`. */
export function showControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    character => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}
