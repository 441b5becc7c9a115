import { expect, test } from 'vitest';
import { avoidedWord, spellingProblems } from '../../../server/languages/word-problems.ts';
import englishExtras from '../../../src/i18n/en.extras.json' with { type: 'json' };
import english from '../../../src/i18n/en.json' with { type: 'json' };
import englishScreens from '../../../src/i18n/en.screens.json' with { type: 'json' };
import { languages } from '../../../src/i18n/languages.ts';
import { textValues } from '../../../src/i18n/text-values.ts';

type Words = Record<string, string>;
const reference: Words = { ...english, ...englishScreens, ...englishExtras };
const pluralForm = /_(zero|one|two|few|many|other)$/;
const all = await Promise.all(
  languages.map(async ({ code, loadFirst, loadScreens }) => {
    const [first, screens] = await Promise.all([loadFirst(), loadScreens()]);
    const extras: { default: Words } = await import(`../../../src/i18n/${code}.extras.json`);
    return { code, first: first.default as Words, screens: screens.default as Words, extras: extras.default };
  }),
);
const isPlural = (key: string) => `${key}_other` in reference;
const baseOf = (key: string) => (isPlural(key.replace(pluralForm, '')) ? key.replace(pluralForm, '') : key);
const basesOf = (words: Words) => [...new Set(Object.keys(words).map(baseOf))].sort();
const valuesIn = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(all)('$code has all texts that English has, in the same files', ({ first, screens, extras }) => {
  expect(basesOf(first)).toEqual(basesOf(english));
  expect(basesOf(screens)).toEqual(basesOf(englishScreens));
  expect(basesOf(extras)).toEqual(basesOf(englishExtras));
});

test.each(all)(
  '$code has exactly those plural forms that its grammar knows',
  ({ code, first, screens, extras }) => {
    const forms = new Intl.PluralRules(code)
      .resolvedOptions()
      .pluralCategories.map(form => `_${form}`)
      .sort();
    const words = { ...first, ...screens, ...extras };
    for (const base of basesOf(reference).filter(isPlural)) {
      const present = Object.keys(words).filter(key => key !== base && baseOf(key) === base);
      expect(present.map(key => key.slice(base.length)).sort(), base).toEqual(forms);
    }
  },
);

test.each(all)('$code has the values that the compiler demands', ({ first, screens, extras }) => {
  const words: Words = { ...first, ...screens, ...extras };
  const sentence = (base: string) => words[base] ?? words[`${base}_other`] ?? '';
  // A plural needs its count even if the sentence does not show it.
  const valuesOf = (base: string) => [
    ...new Set([...(isPlural(base) ? ['count'] : []), ...valuesIn(sentence(base))]),
  ];
  const bases = basesOf(words).filter(base => valuesOf(base).length > 0);
  expect(Object.fromEntries(bases.map(base => [base, valuesOf(base).sort()]))).toEqual(textValues);

  const others = Object.keys(words).filter(key =>
    valuesIn(words[key] ?? '').some(name => !valuesIn(sentence(baseOf(key))).includes(name)),
  );
  expect(others).toEqual([]);
});

test('texts that are shown before i18next has loaded have no values and no plurals', () => {
  expect(
    Object.entries(english).filter(([key, sentence]) => /[{}]/.test(sentence) || pluralForm.test(key)),
  ).toEqual([]);
});

test.each(all)(
  '$code: no text is empty, has stray spaces, or has a brace that is no value',
  ({ first, screens, extras }) => {
    const poor = Object.entries({ ...first, ...screens, ...extras }).filter(
      ([, sentence]) =>
        sentence === '' || sentence !== sentence.trim() || /[{}]/.test(sentence.replace(/\{\w+\}/g, '')),
    );
    expect(poor).toEqual([]);
  },
);

test('every Chinese text is Chinese, except for names and bare values', () => {
  const { first, screens, extras } = all.find(({ code }) => code === 'zh')!;
  const foreign = Object.entries({ ...first, ...screens, ...extras }).filter(
    ([, sentence]) => !/\p{Script=Han}/u.test(sentence) && /[A-Za-z]/.test(sentence.replace(/\{\w+\}/g, '')),
  );
  expect(foreign).toEqual([]);
});

test('no Chinese text is among the English texts', () => {
  expect(Object.entries(reference).filter(([, sentence]) => /\p{Script=Han}/u.test(sentence))).toEqual([]);
});

/** The keys of all texts that the source shows as a toast. */
function toastKeys(): string[] {
  const sources: Record<string, string> = import.meta.glob(
    // The compiler of the assembly files is not among the app's packages.
    ['../../../src/**/*.{ts,tsx}', '!**/assembly/**'],
    { query: '?raw', import: 'default', eager: true },
  );
  const calls = Object.values(sources).flatMap(
    source => source.match(/\btoast\((?:[^()]|\([^()]*\))*\)/g) ?? [],
  );
  return calls.flatMap(call => [...call.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key as string));
}

test.each(all)('in $code, a toast can be read in its two seconds', ({ code, ...parts }) => {
  const words: Words = { ...parts.first, ...parts.screens, ...parts.extras };
  const keys = toastKeys();
  expect(keys.length).toBeGreaterThan(20);

  const long = Object.keys(words).filter(key => keys.includes(baseOf(key)) && (words[key]?.length ?? 0) > 50);
  expect(long, code).toEqual([]);
});

/** All texts that users can see, including those of the server, the titles of templates and the legal texts. */
const tables = await Promise.all(
  all.map(async ({ code, first, screens, extras }) => {
    const opened: Record<string, { default: unknown }> = import.meta.glob(
      ['../../../src/i18n/*.{privacy,term}.json', '../../../server/languages/{en,zh}{,.titles,.shell}.json'],
      { eager: true },
    );
    const others = Object.entries(opened)
      .filter(([file]) => file.includes(`/${code}.`))
      .flatMap(([, file]) => sentencesIn(file.default));
    return { code, sentences: [...Object.entries({ ...first, ...screens, ...extras }), ...others] };
  }),
);

function sentencesIn(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    sentencesIn(inner, key ? `${key} ${name}` : name),
  );
}

/** Texts for programs, of laws, of what support sees, and of what a payment provider does to coins. */
const allowed =
  /^(coins\.refund|support\.contents|share-card\.taken-back|parameter\.(nul|half|too|host|foreign|sign|push))|^sections .* (subscription)$/;

test.each(tables)('$code uses one word for one thing', ({ code, sentences }) => {
  const odd = sentences.filter(([key, sentence]) => avoidedWord(code, sentence) && !allowed.test(key));
  expect(odd).toEqual([]);
});

test.each(tables)(
  'in $code quotation marks, punctuation, blanks and plurals are spelled as the rules say',
  ({ sentences }) => {
    const odd = sentences.filter(([, text]) => spellingProblems(text).length > 0 || text.includes('(s)'));
    expect(odd).toEqual([]);
  },
);

test.each(all)('in $code, a toast of one sentence has no full stop', ({ code, first, screens, extras }) => {
  const words: Words = { ...first, ...screens, ...extras };
  const stop = code === 'zh' ? /^[^。？！]*。$/ : /^[^.?!]*\.$/;
  const odd = toastKeys().flatMap(key =>
    Object.keys(words).filter(found => baseOf(found) === key && stop.test(words[found] ?? '')),
  );
  // The owner's words.
  expect(odd.filter(key => key !== 'make-pic.upload-failed')).toEqual([]);
});
