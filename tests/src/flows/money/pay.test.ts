import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import { succeed } from '../../../support/fake-shell.ts';
import { changeData } from '../../../support/network.ts';
import { newPhone } from '../../../support/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { userAgents } from '../../../support/weixin-double.ts';
import { press, test } from './store-test.ts';

beforeEach(newPhone);

test('an open order for one plan is not paid in the place of another plan of the same price', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  changeData('getRechargeConfigsList', ({ list: [plan, ...others] }) => ({
    list: [plan!, { ...plan!, id: 999, product_id: 'vip_other', title: 'The other plan' }, ...others],
  }));
  await renderAt('/subscription').then(screen => press(screen, 'Get VIP · 25 yuan'));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());

  const screen = await renderAt('/subscription');
  await screen.findByRole('button', { name: 'Continue payment' });
  await userEvent.click(await screen.findByRole('radio', { name: /The other plan/ }));
  await press(screen, 'Get VIP · 25 yuan');
  await screen.findByRole('dialog', { name: 'Discard this order?' });
  expect(assign).toHaveBeenCalledOnce();
});

test('the way back to the picture is offered after a payment, not when the screen opens again', async ({
  openShell,
}) => {
  openShell(receipt => succeed({ receipt }));
  const screen = await renderAt('/recharge');
  const { selectTemplate } = await import('../../../../src/state/wizard.ts');
  const { go } = await import('../../../../src/platform/navigation.ts');
  selectTemplate(3, 'Paper moon');
  await press(screen, 'Pay 10 yuan');
  await screen.findByRole('button', { name: 'Back to my picture' });

  go('/coin-flow');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to my picture' })).toBeNull());
  go('/recharge');
  // The way back comes a moment after the screen: it is not enough that it is not there at first.
  const { payment } = await import('../../../../src/state/order.ts');
  await waitFor(() => expect(payment.status).toBe('none'));
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
  expect(screen.queryByRole('button', { name: 'Back to my picture' })).toBeNull();
});

test('in WeChat, what an API without channels sells is paid at the cashier page', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');

  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(String(assign.mock.calls[0]?.[0])).toContain('order_id=');
});
