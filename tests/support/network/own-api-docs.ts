import { readFileSync } from 'node:fs';

/** The guide for operators with their own API. */
export const page = readFileSync('docs/hosts.md', 'utf8');

/** Returns all words in backquotes in a text. */
export const wordsIn = (text = '') => [...text.matchAll(/`([\w-]+)`/g)].map(([, word]) => word ?? '');

/** For each required call, the data fields that its response needs. */
export const fieldsOf = new Map(
  [...page.matchAll(/^\| (?:GET|POST) `(\w+)` \| (.*) \|$/gm)].map(row => [row[1], wordsIn(row[2])]),
);

export function pick(data: unknown, fields: string[]): unknown {
  if (Array.isArray(data)) return data.map(item => pick(item, fields));
  if (typeof data !== 'object' || data === null) return data;
  const kept = Object.entries(data).filter(([name]) => fields.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, pick(value, fields)]));
}
