import { expect, test } from 'vitest';
import en from '../../../src/i18n/en.json';
import enScreens from '../../../src/i18n/en.screens.json';
import zh from '../../../src/i18n/zh.json';
import zhScreens from '../../../src/i18n/zh.screens.json';

const english: Record<string, string> = { ...en, ...enScreens };
const chinese: Record<string, string> = { ...zh, ...zhScreens };
const keysOf = (words: object) => Object.keys(words).sort();

test('both languages have the same keys', () => {
  expect(keysOf(zh)).toEqual(keysOf(en));
  expect(keysOf(zhScreens)).toEqual(keysOf(enScreens));
});

test('no text is both among the first words and among those of the screens', () => {
  expect(keysOf(en).filter(key => key in enScreens)).toEqual([]);
});

test('no text is empty, and none has stray spaces at its ends', () => {
  const poor = [...Object.entries(english), ...Object.entries(chinese)].filter(
    ([, words]) => words === '' || words !== words.trim(),
  );
  expect(poor).toEqual([]);
});

test('both languages use the same values in every text', () => {
  const values = (words: string | undefined) => [...(words ?? '').matchAll(/\{\d+\}/g)].map(String).sort();
  const different = Object.keys(english).filter(
    key => values(english[key]).join() !== values(chinese[key]).join(),
  );
  expect(different).toEqual([]);
});

test('braces stand only around the number of a value', () => {
  const odd = [...Object.values(english), ...Object.values(chinese)].filter(words =>
    /[{}]/.test(words.replace(/\{\d\}/g, '')),
  );
  expect(odd).toEqual([]);
});

test('every Chinese text is Chinese, save for names and bare values', () => {
  const latin = Object.keys(chinese).filter(key => !/\p{Script=Han}/u.test(chinese[key] ?? ''));
  const alsoLatin = latin.filter(key => /[A-Za-z]/.test(chinese[key] ?? ''));
  expect(alsoLatin).toEqual([]);
});

test('no English text was left in Chinese', () => {
  const foreign = Object.keys(english).filter(key => /\p{Script=Han}/u.test(english[key] ?? ''));
  expect(foreign).toEqual([]);
});
