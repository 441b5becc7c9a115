import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { NotSigned, SignedReader } from '../../../server/money/app-store/signed-reader.ts';

/** What Apple publishes with its own library for tests: signed by a chain that ends at `root.der`, for `com.example`. */
const material = (name: string) => readFile(`tests/testdata/apple/${name}.jws`, 'utf8');

const openReader = (environment: 'production' | 'sandbox') =>
  SignedReader.open({
    bundleId: 'com.example',
    appId: 1234,
    environment,
    rootFiles: ['tests/testdata/apple/root.der'],
    onlineChecks: false,
    issuerId: '',
    keyId: '',
    keyFile: '',
    apiOrigin: '',
  });

test('Apple’s own test notification is read', async () => {
  const reader = await openReader('sandbox');
  const id = '9ad56bd2-0bc6-42e0-af24-fd996d87a1e6';
  expect(await reader.notification(await material('testNotification'))).toEqual({
    id,
    isReversal: false,
    transaction: null,
    graceUntil: null,
  });
});

test('Apple’s own transaction, which names nothing that was bought, passes its check and not ours', async () => {
  const reader = await openReader('sandbox');
  await expect(reader.transaction(await material('transactionInfo'))).rejects.toThrow(
    'a transaction lacks its number',
  );
});

test.each([
  ['wrongBundleId', 'sandbox', 'INVALID_APP_IDENTIFIER'],
  ['missingX5CHeaderClaim', 'sandbox', 'INVALID'],
  ['testNotification', 'production', 'INVALID_ENVIRONMENT'],
] as const)('Apple’s own %s does not count in %s', async (name, environment, says) => {
  const reader = await openReader(environment);
  const reading = reader.notification(await material(name));
  await expect(reading).rejects.toBeInstanceOf(NotSigned);
  await expect(reading).rejects.toThrow(says);
});
