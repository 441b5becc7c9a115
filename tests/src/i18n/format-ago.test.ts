import { beforeAll, expect, test } from 'vitest';
import { formatAgo } from '../../../src/i18n/format-ago.ts';
import { loadAllWords, speak } from '../../../src/i18n/i18n.ts';

const now = Date.UTC(2026, 4, 10, 12) / 1000;
const hour = 3600;

beforeAll(() => loadAllWords());

test.each([
  [0, 'just now', '刚刚'],
  [59, 'just now', '刚刚'],
  [60, '1 minute ago', '1分钟前'],
  [3 * hour, '3 hours ago', '3小时前'],
  [50 * hour, '2 days ago', '2天前'],
  [10 * 24 * hour, '30 Apr 2026', '2026年4月30日'],
])('%i seconds ago is said in both languages', async (age, english, chinese) => {
  await speak('en');
  expect(formatAgo(now - age, now)).toBe(english);
  await speak('zh');
  expect(formatAgo(now - age, now)).toBe(chinese);
});

test('a clock that is behind says now', async () => {
  await speak('en');
  expect(formatAgo(now + 600, now)).toBe('just now');
});
