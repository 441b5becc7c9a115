import { beforeEach, expect, test, vi } from 'vitest';
import { type LanguageEntry, languages } from '../../../src/i18n/languages.ts';

type I18n = typeof import('../../../src/i18n/i18n.ts');

let i18n: I18n;
beforeEach(async () => {
  vi.resetModules();
  i18n = await import('../../../src/i18n/i18n.ts');
});

test('the texts of Home are available before all others', async () => {
  await i18n.speak('zh');
  expect(i18n.text('home.make')).toBe('制作我的写真');
  expect(i18n.text('minutes', { count: 5 })).toBe('');

  await i18n.loadAllWords();
  expect(i18n.text('home.make')).toBe('制作我的写真');
  expect(i18n.text('minutes', { count: 5 })).toBe('5 分钟');
});

test('the patterns for time, cost and price are filled in Chinese', async () => {
  await i18n.speak('zh');
  await i18n.loadAllWords();

  expect(i18n.text('minutes', { count: 5 })).toBe('5 分钟');
  expect(i18n.text('gold-coins', { count: 20 })).toBe('20 金币');
  expect(i18n.text('yuan', { amount: '9.90' })).toBe('9.90 元');
});

test('singular and plural have different texts if the language distinguishes them', async () => {
  await i18n.speak('en');
  await i18n.loadAllWords();
  const coins = (count: number) => i18n.text('gold-coins', { count });
  expect([0, 1, 2, 21].map(coins)).toEqual(['0 gold coins', '1 gold coin', '2 gold coins', '21 gold coins']);

  await i18n.speak('zh');
  expect([0, 1, 2, 21].map(coins)).toEqual(['0 金币', '1 金币', '2 金币', '21 金币']);
});

test('a missing or misspelt value does not compile', async () => {
  await i18n.loadAllWords();
  // @ts-expect-error: `total` is missing
  i18n.text('make-pic.count', { done: 1 });
  // @ts-expect-error: `totl` is misspelt
  i18n.text('make-pic.count', { done: 1, totl: 5 });
  // @ts-expect-error: no values at all
  i18n.text('make-pic.count');
  // @ts-expect-error: a plural depends on a number
  i18n.text('gold-coins', { count: '1' });
  // @ts-expect-error: this text has no values
  i18n.text('back', { count: 1 });
  // @ts-expect-error: a plural form is no key of its own
  i18n.text('gold-coins_one', { count: 1 });
  // @ts-expect-error: `say` needs the placeholders' values too
  i18n.say({ key: 'minutes', values: { minutes: 1 } });
  // @ts-expect-error: a bare key is the message of a text without values
  i18n.say('minutes');
});

test('a language that lacks one of its files does not compile', () => {
  const { files, loadFirst, loadScreens, ...facts } = languages[1];
  const whole = { ...facts, loadFirst, loadScreens, files };
  const { extras: _, ...noExtras } = files;
  const { privacy: __, ...noPrivacy } = files;
  const { term: ___, ...noTerm } = files;
  const take = (entry: LanguageEntry) => entry.code;
  const taken = [
    take(whole),
    // @ts-expect-error: the frame and Home are missing
    take({ ...facts, loadScreens, files }),
    // @ts-expect-error: the other screens are missing
    take({ ...facts, loadFirst, files }),
    // @ts-expect-error: the later parts are missing
    take({ ...whole, files: noExtras }),
    // @ts-expect-error: the privacy policy is missing
    take({ ...whole, files: noPrivacy }),
    // @ts-expect-error: the terms are missing
    take({ ...whole, files: noTerm }),
  ];
  expect(taken).toEqual(Array(6).fill('zh'));
});

test('a value is shown unchanged, even if it looks like markup or like a pattern', async () => {
  await i18n.speak('en');
  await i18n.loadAllWords();

  expect(i18n.text('yuan', { amount: '<b>&' })).toBe('<b>& yuan');
  expect(i18n.text('yuan', { amount: '{amount}' })).toBe('{amount} yuan');
  expect(i18n.text('yuan', { amount: '$t(back)' })).toBe('$t(back) yuan');
});

test('a message is a key, a key with its values, or a text from elsewhere', async () => {
  await i18n.speak('en');
  await i18n.loadAllWords();

  expect(i18n.say('back')).toBe('Back');
  expect(i18n.say({ key: 'minutes', values: { count: 3 } })).toBe('3 minutes');
  expect(i18n.say({ text: 'Not today' })).toBe('Not today');
});

test.each(['zh', 'zh-CN', 'ZH_tw', 'en-US', 'de', '', null])(
  "the app starts in English if the phone's language code is %j",
  code => {
    expect(i18n.firstLanguage(null, code)).toBe('en');
  },
);

test('a listener is called when the language changes, until it stops listening', async () => {
  await i18n.speak('en');
  const listener = vi.fn();
  const stop = i18n.onWords(listener);

  await i18n.speak('zh');
  expect(listener).toHaveBeenCalledTimes(1);
  expect(i18n.language()).toBe('zh');

  stop();
  await i18n.speak('en');
  expect(listener).toHaveBeenCalledTimes(1);
});

test('if two languages are chosen at once, the last one stays', async () => {
  await i18n.speak('en');

  await Promise.all([i18n.speak('zh'), i18n.speak('en')]);

  expect(i18n.language()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});
