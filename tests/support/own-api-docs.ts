import { readFileSync } from 'node:fs';

/** What a deployment reads about an API of its own. */
export const page = readFileSync('docs/hosts.md', 'utf8');

/** The words in a text that are code. */
export const wordsIn = (text = '') => [...text.matchAll(/`([\w-]+)`/g)].map(([, word]) => word ?? '');

/** By the name of a call that an API must have, the fields that its data must have. */
export const fieldsOf = new Map(
  [...page.matchAll(/^\| (?:GET|POST) `(\w+)` \| (.*) \|$/gm)].map(row => [row[1], wordsIn(row[2])]),
);

/** The data with these fields alone. */
export function pick(data: unknown, fields: string[]): unknown {
  if (Array.isArray(data)) return data.map(item => pick(item, fields));
  if (typeof data !== 'object' || data === null) return data;
  const kept = Object.entries(data).filter(([name]) => fields.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, pick(value, fields)]));
}
