import { beforeEach, expect, test, vi } from 'vitest';

type I18n = typeof import('../../../src/i18n/i18n.ts');

let i18n: I18n;
beforeEach(async () => {
  vi.resetModules();
  i18n = await import('../../../src/i18n/i18n.ts');
});

test('texts for Home are available before all other texts have loaded', async () => {
  await i18n.speak('zh');
  expect(i18n.text('home.make')).toBe('制作我的写真');
  expect(i18n.text('minutes', { count: 5 })).toBe('');

  await i18n.loadAllWords();
  expect(i18n.text('home.make')).toBe('制作我的写真');
  expect(i18n.text('minutes', { count: 5 })).toBe('5 分钟');
});

test('English has different texts for singular and plural, and Chinese has the same text', async () => {
  await i18n.speak('en');
  await i18n.loadAllWords();
  const coins = (count: number) => i18n.text('gold-coins', { count });
  expect([0, 1, 2, 21].map(coins)).toEqual(['0 gold coins', '1 gold coin', '2 gold coins', '21 gold coins']);

  await i18n.speak('zh');
  expect([0, 1, 2, 21].map(coins)).toEqual(['0 金币', '1 金币', '2 金币', '21 金币']);
});

test('a value in a text appears unchanged, even if the value looks like markup or a placeholder', async () => {
  await i18n.speak('en');
  await i18n.loadAllWords();

  expect(i18n.text('yuan', { amount: '<b>&' })).toBe('<b>& yuan');
  expect(i18n.text('yuan', { amount: '{amount}' })).toBe('{amount} yuan');
  expect(i18n.text('yuan', { amount: '$t(back)' })).toBe('$t(back) yuan');
});

test('if the user quickly chooses two languages, the app uses the last one', async () => {
  await i18n.speak('en');

  await Promise.all([i18n.speak('zh'), i18n.speak('en')]);

  expect(i18n.language()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});
