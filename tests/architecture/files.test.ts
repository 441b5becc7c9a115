import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, readSource, rootFiles } from './source-files.ts';

const everything = ['src', 'server', 'sw', 'scripts', 'vite-plugins', 'tests'].flatMap(filesBelow);

test('files are kebab-case, none is an index, and no folder is a catch-all', () => {
  const named = everything.filter(file => /\.(tsx?|css)$/.test(file));
  expect(named.filter(file => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(path.basename(file)))).toEqual(
    [],
  );
  expect(named.filter(file => /^index\./.test(path.basename(file)))).toEqual([]);
  expect(everything.filter(file => /\/(utils|helpers|common|hooks|types)\//.test(file))).toEqual([]);
});

test('no file has more than 200 lines', () => {
  const written = [...everything, ...rootFiles()].filter(file => /\.([cm]?[jt]sx?|css|html)$/.test(file));
  const long = written.filter(file => readSource(file).split('\n').length - 1 > 200);
  expect(long).toEqual([]);
});
