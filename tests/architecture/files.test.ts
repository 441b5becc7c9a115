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

/** Files that are still too long, each to be split. */
const tooLong = [
  'server/generator/sitters/hair.ts',
  'server/generator/sitters/people.ts',
  'tests/server/generator/comfyui.test.ts',
  'src/i18n/en.screens.ts',
  'src/i18n/zh.screens.ts',
  'tests/e2e/long-list.spec.ts',
  'tests/e2e/shell.spec.ts',
  'tests/e2e/wechat.spec.ts',
  'tests/src/flows/sign-in.test.ts',
  'tests/src/ui/use-pages.test.tsx',
];

test('no file has more than 200 lines', () => {
  const written = [...everything, ...rootFiles()].filter(file => /\.([cm]?[jt]sx?|css|html)$/.test(file));
  const long = written.filter(file => readSource(file).split('\n').length - 1 > 200);
  expect(long.filter(file => !tooLong.includes(file))).toEqual([]);
});
