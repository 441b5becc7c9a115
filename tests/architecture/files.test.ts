import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from './source-files.ts';

test('files are kebab-case, none is an index, and no folder is a catch-all', () => {
  const everything = ['src', 'server', 'sw', 'scripts', 'vite-plugins', 'tests'].flatMap(filesBelow);
  const named = everything.filter(file => /\.(tsx?|css)$/.test(file));
  expect(named.filter(file => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(path.basename(file)))).toEqual(
    [],
  );
  expect(named.filter(file => /^index\./.test(path.basename(file)))).toEqual([]);
  expect(everything.filter(file => /\/(utils|helpers|common|hooks|types)\//.test(file))).toEqual([]);
});
