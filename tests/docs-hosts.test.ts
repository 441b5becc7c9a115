import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '../server/contract/calls.ts';
import { servedFeatures } from '../server/contract/features.ts';

const page = readFileSync('docs/hosts.md', 'utf8');
const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (.*?) \| .*? \|$/gm)];

test('the page on hosts has a row for each word that our backend declares, with its calls', () => {
  expect(rows.map(([, word]) => word).sort()).toEqual([...servedFeatures].sort());
  for (const [name, call] of Object.entries(calls)) {
    if (!('feature' in call)) continue;
    const row = rows.find(([, word]) => word === call.feature);
    expect(row?.[2], name).toContain(name);
  }
});
