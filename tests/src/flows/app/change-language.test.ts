import { beforeEach, expect, test, vi } from 'vitest';

let changeLanguage: typeof import('../../../../src/flows/app/change-language.ts').changeLanguage;
let language: typeof import('../../../../src/i18n/i18n.ts').language;

beforeEach(async () => {
  vi.resetModules();
  ({ changeLanguage } = await import('../../../../src/flows/app/change-language.ts'));
  const i18n = await import('../../../../src/i18n/i18n.ts');
  language = i18n.language;
  await i18n.speak('en');
});

test('a chosen language is shown, and kept for the next visit', async () => {
  await changeLanguage('zh');

  expect(language()).toBe('zh');
  expect(localStorage.getItem('tyy.language')).toBe('zh');
});

test('of two quick choices the last one is both shown and kept', async () => {
  await Promise.all([changeLanguage('zh'), changeLanguage('en')]);

  expect(language()).toBe('en');
  expect(localStorage.getItem('tyy.language')).toBe('en');
});
