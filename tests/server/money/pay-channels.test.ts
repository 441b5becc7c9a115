import { expect, test } from 'vitest';
import { stripeAccount } from '../doubles/stripe-double.ts';
import { VoucherPayments } from '../doubles/voucher-payments.ts';
import { openTestBackend, signIn } from '../support/backend.ts';

test.each([
  [
    'the channels that sell something',
    { ...stripeAccount, SANDBOX: '1' },
    [new VoucherPayments()],
    ['google-play', 'page'],
  ],
  ['none where the sandbox sells, to everybody', {}, [], undefined],
])('the user carries %s', async (_, environment, payments, channels) => {
  const backend = await openTestBackend(environment, { payments });
  const user = (await (await signIn(backend, 'Zoe')).get('getUserInfo')).data;
  expect(user.pay_channels).toEqual(channels);
  expect(user.features?.includes('pay-channels')).toBe(channels !== undefined);
  await backend.close();
});

test('where nothing is sold, an empty list says so', async () => {
  const backend = await openTestBackend({ NODE_ENV: 'production', AI_PRODUCER: 'A' });
  expect(backend.services.features).toContain('pay-channels');
  expect(backend.services.payChannels).toEqual([]);
  await backend.close();
});
