import { expect, test } from 'vitest';
import { openTestBackend } from '../support/backend.ts';

/** What a backend with these settings warns of at its start. */
async function warningsOf(environment: Record<string, string>): Promise<string[]> {
  const backend = await openTestBackend({ ...environment, LOG_LEVEL: 'warn' });
  await backend.close();
  return backend.logged.map(line => JSON.parse(line).msg);
}

const wechat = { WECHAT_APP_ID: 'wx0123456789abcdef', WECHAT_APP_SECRET: 'secret' };

test('an owner who names nobody is warned: the legal texts would not say who runs the product', async () => {
  const missing = expect.stringContaining('OPERATOR_NAME is missing');
  expect(await warningsOf({ SANDBOX: '0' })).toContainEqual(missing);
  expect(await warningsOf({ SANDBOX: '0', OPERATOR_NAME: 'Example Ltd' })).toEqual([]);
  expect(await warningsOf({})).toEqual([]);
});

test('WeChat with any label but that of the standard is warned of', async () => {
  const lacking = expect.stringContaining('AI_LABEL=standard');
  expect(await warningsOf(wechat)).toContainEqual(lacking);
  expect(await warningsOf({ ...wechat, AI_LABEL: '0' })).toContainEqual(lacking);
  expect(await warningsOf({ ...wechat, AI_LABEL: 'standard' })).toEqual([]);
});
