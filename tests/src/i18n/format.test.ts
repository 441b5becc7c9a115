import { beforeAll, expect, test } from 'vitest';
import { formatAmount, formatChange, formatDay, formatMoment, formatSize } from '../../../src/i18n/format.ts';
import { formatAgo } from '../../../src/i18n/format-ago.ts';
import { formatNumbers } from '../../../src/i18n/format-numbers.ts';
import { loadAllWords, speak } from '../../../src/i18n/i18n.ts';

const noon = Date.parse('2026-05-03T12:07:00') / 1000;

test('amounts in yuan have two decimals, or none if the amount is whole', () => {
  expect([30, 9.9, 0.05, 12.5].map(formatAmount)).toEqual(['30', '9.90', '0.05', '12.50']);
});

test('a change of the balance has a plus or minus sign unless it is zero', () => {
  expect([15, -20, 0].map(formatChange)).toEqual(['+15', '−20', '0']);
});

test('file sizes are in megabytes, and only an empty file is shown as 0 MB', () => {
  expect([0, 900, 1_240_000, 31_700_000].map(formatSize)).toEqual(['0 MB', '0.1 MB', '1.2 MB', '32 MB']);
});

test('dates, times and lists of numbers are formatted for the chosen language', async () => {
  const inWords = () => [formatDay(noon), formatMoment(noon), formatNumbers([3]), formatNumbers([1, 2, 4])];
  await speak('en');
  expect(inWords()).toEqual(['3 May 2026', '3 May 2026, 12:07', '3', '1, 2, 4']);
  await speak('zh');
  expect(inWords()).toEqual(['2026年5月3日', '2026/5/3 12:07', '3', '1、2、4']);
});

const now = Date.UTC(2026, 4, 10, 12) / 1000;
const hour = 3600;
beforeAll(() => loadAllWords());

test.each([
  // Negative if the phone's clock is behind the server's.
  [-600, 'just now', '刚刚'],
  [0, 'just now', '刚刚'],
  [59, 'just now', '刚刚'],
  [60, '1 minute ago', '1分钟前'],
  [3 * hour, '3 hours ago', '3小时前'],
  [50 * hour, '2 days ago', '2天前'],
  [10 * 24 * hour, '30 Apr 2026', '2026年4月30日'],
])('%i seconds ago is written in both languages', async (age, english, chinese) => {
  await speak('en');
  expect(formatAgo(now - age, now)).toBe(english);
  await speak('zh');
  expect(formatAgo(now - age, now)).toBe(chinese);
});
