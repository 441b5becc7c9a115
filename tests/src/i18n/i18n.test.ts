import { beforeEach, expect, test, vi } from 'vitest';

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

test('singular and plural have different texts if the language distinguishes them', async () => {
  await i18n.speak('en');
  await i18n.loadAllWords();
  const coins = (count: number) => i18n.text('gold-coins', { count });
  expect([0, 1, 2, 21].map(coins)).toEqual(['0 gold coins', '1 gold coin', '2 gold coins', '21 gold coins']);

  await i18n.speak('zh');
  expect([0, 1, 2, 21].map(coins)).toEqual(['0 金币', '1 金币', '2 金币', '21 金币']);
});

test('a value is shown unchanged, even if it looks like markup or like a pattern', async () => {
  await i18n.speak('en');
  await i18n.loadAllWords();

  expect(i18n.text('yuan', { amount: '<b>&' })).toBe('<b>& yuan');
  expect(i18n.text('yuan', { amount: '{amount}' })).toBe('{amount} yuan');
  expect(i18n.text('yuan', { amount: '$t(back)' })).toBe('$t(back) yuan');
});

test('if two languages are chosen at once, the last one stays', async () => {
  await i18n.speak('en');

  await Promise.all([i18n.speak('zh'), i18n.speak('en')]);

  expect(i18n.language()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});
