import { readFileSync } from 'node:fs';

/** The guide for operators with an API of their own. */
export const page = readFileSync('docs/hosts.md', 'utf8');

/** All words of a text in backquotes. */
export const wordsIn = (text = '') => [...text.matchAll(/`([\w-]+)`/g)].map(([, word]) => word ?? '');

/** The required data fields of each call that such an API must have. */
export const fieldsOf = new Map(
  [...page.matchAll(/^\| (?:GET|POST) `(\w+)` \| (.*) \|$/gm)].map(row => [row[1], wordsIn(row[2])]),
);

export function pick(data: unknown, fields: string[]): unknown {
  if (Array.isArray(data)) return data.map(item => pick(item, fields));
  if (typeof data !== 'object' || data === null) return data;
  const kept = Object.entries(data).filter(([name]) => fields.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, pick(value, fields)]));
}
