import { expect, test } from 'vitest';
import { filesBelow, withoutComments } from './source-files.ts';

/** What the phone of the shell simulator is set to is data, not a language of ours. */
const phoneSettings = 'server/sandbox/shell/page/settings.ts';

test('only the tables of languages name a language', () => {
  const name = /(['"`])(en|zh)([-_]\w+)?\1|\b(en|zh):\s|\w\.(en|zh)\b(?![.\w]*['"`])/g;
  const wrong = ['src', 'server', 'sw', 'vite-plugins']
    .flatMap(filesBelow)
    .filter(file => /\.(tsx?|js)$/.test(file) && !/\/languages\.ts$/.test(file) && file !== phoneSettings)
    .flatMap(file => [...withoutComments(file).matchAll(name)].map(([found]) => `${file}: ${found}`));
  expect(wrong).toEqual([]);
});
