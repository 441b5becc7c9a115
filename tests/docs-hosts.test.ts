import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specification } from '../scripts/check-api/specification.ts';
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

test('what the page shows of check-api is what it prints', () => {
  const [, shown = ''] = page.match(/calls it\n\n(.*?)```/s) ?? [];
  const lines = shown.split('\n').filter(line => line !== '');
  for (const line of lines.filter(line => /^\S/.test(line))) {
    const [, method, name = ''] =
      line.match(/^(?:works|works without|broken|not checked) +(GET|POST) +(\w+)$/) ?? [];
    expect(calls[name as keyof typeof calls]?.method, line).toBe(method);
  }
  expect(shown).toContain(`no coins: ${specification.getUserInfo.without?.coins}\n`);
  expect(shown).toContain(`specification: ${specification.getGenerateCost.line}\n`);
  expect(() => specification.getGenerateCost.read({ price: 20 }, 'data')).toThrow('data.num is not a number');
});
