import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specification } from '../scripts/check-api/specification.ts';
import { readmeScreens } from '../scripts/pics/readme-screens.ts';
import { calls } from '../server/contract/calls.ts';
import { servedFeatures } from '../server/contract/features.ts';
import { paths } from '../src/paths.ts';
import { dataParsers } from '../src/platform/bridge/bridge-replies.ts';

test('README shows only screens that the app has, and a moving picture of at most 1.5 MB', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const [file, screens] of Object.entries(readmeScreens)) {
    expect(readme).toContain(`](docs/${file})`);
    expect(Object.values(paths), file).toEqual(expect.arrayContaining([...screens]));
  }
  expect(statSync('docs/way.webp').size).toBeLessThanOrEqual(1_500_000);
});

const hosts = readFileSync('docs/hosts.md', 'utf8');
const featureRows = [...hosts.matchAll(/^\| `([a-z-]+)` \| (.*?) \| .*? \|$/gm)];

test('docs/hosts.md has a row for each feature of our backend, and the row names the feature’s calls', () => {
  expect(featureRows.map(([, word]) => word).sort()).toEqual([...servedFeatures].sort());
  for (const [name, call] of Object.entries(calls)) {
    if (!('feature' in call)) continue;
    const row = featureRows.find(([, word]) => word === call.feature);
    expect(row?.[2], name).toContain(name);
  }
});

test('the example report in docs/hosts.md has only calls that exist, and messages that check-api can print', () => {
  const [, shown = ''] = hosts.match(/calls it\n\n(.*?)```/s) ?? [];
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

const bridge = readFileSync('docs/bridge.md', 'utf8');
const methods = Object.keys(dataParsers);

test('docs/bridge.md lists every method of the bridge protocol and no other', () => {
  const table = bridge.slice(bridge.indexOf('\n## Methods'), bridge.indexOf('\n## Pictures'));
  const described = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(methods.toSorted());
});

test('docs/bridge.md describes only parameters that the bridge protocol has', () => {
  const protocol = readFileSync('src/platform/bridge/bridge-protocol.ts', 'utf8');
  const rows = [...bridge.matchAll(/^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|/gm)].filter(([, name]) =>
    methods.includes(String(name)),
  );
  expect(rows).toHaveLength(methods.length);
  for (const [, , params, data] of rows) {
    for (const [, field] of `${params} ${data}`.matchAll(/`(\w+)`/g))
      expect(protocol).toMatch(new RegExp(`\\b${field}: `));
  }
});
