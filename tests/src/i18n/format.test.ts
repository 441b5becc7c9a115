import { expect, test } from 'vitest';
import { formatAmount, formatChange, formatDay, formatMoment, formatSize } from '../../../src/i18n/format.ts';
import { formatNumbers } from '../../../src/i18n/format-numbers.ts';
import { speak } from '../../../src/i18n/i18n.ts';

const noon = Date.parse('2026-05-03T12:07:00') / 1000;

test('yuan have no decimals or two', () => {
  expect([30, 9.9, 0.05, 12.5].map(formatAmount)).toEqual(['30', '9.90', '0.05', '12.50']);
});

test('a change of the balance always shows its sign', () => {
  expect([15, -20, 0].map(formatChange)).toEqual(['+15', '−20', '0']);
});

test('sizes are megabytes, and something is never shown as nothing', () => {
  expect([0, 900, 1_240_000, 31_700_000].map(formatSize)).toEqual(['0 MB', '0.1 MB', '1.2 MB', '32 MB']);
});

test('days and moments are written as the language writes them', async () => {
  await speak('en');
  expect([formatDay(noon), formatMoment(noon)]).toEqual(['3 May 2026', '3 May 2026, 12:07']);
  await speak('zh');
  expect([formatDay(noon), formatMoment(noon)]).toEqual(['2026年5月3日', '2026/5/3 12:07']);
});

test('numbers are listed as the language lists them', async () => {
  await speak('en');
  expect([[3], [1, 2, 4]].map(formatNumbers)).toEqual(['3', '1, 2, 4']);
  await speak('zh');
  expect([[3], [1, 2, 4]].map(formatNumbers)).toEqual(['3', '1、2、4']);
});
