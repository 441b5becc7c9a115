import { expect, test } from 'vitest';
import { languageOf, languages } from '../../../server/languages/languages.ts';
import { sentenceIn } from '../../../server/languages/sentence.ts';
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
  ['ZH_tw', 'zh'],
  ['en-US', 'en'],
  ['fr-FR, zh;q=0.5', 'zh'],
  ['zhuang', 'en'],
  ['constructor', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('a caller with Accept-Language %j gets the language %s', (header, code) => {
  expect(languageOf(header)).toBe(code);
});

test('a sentence contains the values filled into it', () => {
  expect(sentenceIn('en', 'photo.too-small', { number: 2 })).toBe(
    'Photo 2 is too small. Choose a larger one.',
  );
  expect(sentenceIn('zh', 'photo.too-small', { number: 2 })).toBe('第 2 张照片尺寸太小，请换一张大一些的');
});

/** Problems that only a program can cause; their sentences name the parameter. */
const forPrograms = [
  'nul',
  'half-letter',
  'too-deep',
  'host',
  'foreign-origin',
  'sign',
  'push-address',
  'push-key',
];

test('a refusal that a user can meet names no field of the API; only problems of programs do', () => {
  for (const { sentences } of languages) {
    const naming = Object.entries(sentences).filter(([, sentence]) => /\{name\}|\w_\w/.test(sentence));
    expect(naming.map(([key]) => key)).toEqual(forPrograms.map(problem => `parameter.${problem}`));
  }
});
