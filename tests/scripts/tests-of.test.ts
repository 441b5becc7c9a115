import { existsSync, readdirSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { testsOf } from '../../tools/mutate/tests-of.mjs';

test.each(Object.entries(testsOf))(
  'the faults of %s are looked for by tests that are there',
  (folder, { include }) => {
    const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map(name => `tests/${name}`);
    expect(existsSync(folder)).toBe(true);
    expect(include.filter((glob: string) => !files.some(file => matchesGlob(file, glob)))).toEqual([]);
  },
);
