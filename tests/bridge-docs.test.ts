import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataParsers } from '../src/platform/bridge/bridge-replies.ts';

const docs = readFileSync('docs/bridge.md', 'utf8');
const methods = Object.keys(dataParsers);

test('the table of methods in docs/bridge.md has every method of the protocol, and no other', () => {
  const table = docs.slice(docs.indexOf('\n## Methods'), docs.indexOf('\n## Pictures'));
  const described = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(methods.toSorted());
});

test('the protocol names the params that docs/bridge.md describes', () => {
  const protocol = readFileSync('src/platform/bridge/bridge-protocol.ts', 'utf8');
  const rows = [...docs.matchAll(/^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|/gm)].filter(([, name]) =>
    methods.includes(String(name)),
  );
  expect(rows).toHaveLength(methods.length);
  for (const [, , params, data] of rows) {
    for (const [, field] of `${params} ${data}`.matchAll(/`(\w+)`/g))
      expect(protocol).toMatch(new RegExp(`\\b${field}: `));
  }
});
