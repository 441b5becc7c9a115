import { expect, test } from 'vitest';
import { languageOf, languages } from '../../../server/languages/languages.ts';
import { languages as appLanguages } from '../../../src/i18n/languages.ts';

type Sentences = Record<string, string>;
const [english, ...others] = languages.map(({ code, sentences, titles, shell }) => ({
  code,
  files: { sentences, titles, shell } as Record<string, Sentences>,
}));
const valuesIn = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(String).sort().join();

test('the backend has the same languages as the app', () => {
  const known = (list: readonly { code: string; lang: string }[]) =>
    list.map(({ code, lang }) => ({ code, lang }));
  expect(known(languages)).toEqual(known(appLanguages));
});

test.each(others)('$code has every English sentence with the same placeholders', ({ files }) => {
  for (const [file, sentences] of Object.entries(english!.files)) {
    const own = files[file] ?? {};
    expect(Object.keys(own).sort()).toEqual(Object.keys(sentences).sort());
    for (const [key, sentence] of Object.entries(sentences)) {
      expect([key, valuesIn(own[key] ?? '')]).toEqual([key, valuesIn(sentence)]);
    }
  }
});

test('every Chinese sentence contains Chinese characters', () => {
  const { files } = others.find(({ code }) => code === 'zh')!;
  const foreign = Object.values(files)
    .flatMap(Object.entries)
    .filter(([, sentence]) => !/\p{Script=Han}/u.test(sentence));
  expect(foreign).toEqual([]);
});

test.each([
  ['zh', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['fr-FR, zh;q=0.5', 'zh'],
  ['zhuang', 'en'],
  ['constructor', 'en'],
  [undefined, 'en'],
])('a caller with Accept-Language %j gets the language %s', (header, code) => {
  expect(languageOf(header)).toBe(code);
});
