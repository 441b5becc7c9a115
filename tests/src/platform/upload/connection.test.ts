import { beforeEach, expect, test, vi } from 'vitest';

type Connection = typeof import('../../../../src/platform/upload/connection.ts');
let connection: Connection;

beforeEach(async () => {
  vi.resetModules();
  connection = await import('../../../../src/platform/upload/connection.ts');
});

/** Simulates `atOnce` parallel uploads, each with this many bytes in this many seconds. */
function upload(bytes: number, seconds: number, atOnce = 1): void {
  const now = vi.spyOn(Date, 'now').mockReturnValue(0);
  const ends = Array.from({ length: atOnce }, () => connection.startMeasuring(bytes));
  now.mockReturnValue(seconds * 1000);
  for (const end of ends) end();
}

test('a connection does not count as slow before 64 kB have been measured', () => {
  expect([connection.isConnectionKnown(), connection.isSlowConnection()]).toEqual([false, false]);
  upload(64 * 1024 - 1, 60);
  expect([connection.isConnectionKnown(), connection.isSlowConnection()]).toEqual([false, false]);
});

test.each([
  ['of exactly 200 kbit/s', 100_000, 4, 1, false],
  ['of less than 200 kbit/s', 100_000, 4.1, 1, true],
  ['that is too fast for the clock', 64 * 1024, 0, 1, false],
  ['that two uploads share', 75_000, 4, 2, true],
])('the speed of a connection %s is measured', (_, bytes, seconds, atOnce, isSlow) => {
  upload(bytes, seconds, atOnce);
  expect([connection.isConnectionKnown(), connection.isSlowConnection()]).toEqual([true, isSlow]);
});
