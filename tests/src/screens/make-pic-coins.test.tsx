import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { changeData, recordRequests, stubCall, withPayChannels } from '../../support/network/network.ts';
import { openFakeShell } from '../../support/phone/fake-shell.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press, readyToMake } from '../../support/wizard.ts';

beforeEach(newPhone);

/** Changes the balance in the API's responses. */
function withCoins(coins: (real: number) => number): void {
  changeData('getUserInfo', user => ({ ...user, coins: coins(user.coins) }));
}

test('a user who is short of coins is told by how many, and what each way to them costs', async () => {
  await readyToMake();
  withCoins(() => 5);

  await press(/^Use template/);

  await screen.findByRole('heading', { name: 'You are 15 gold coins short' });
  await screen.findByRole('button', { name: 'VIP from 25 yuan, no coins needed' });
  expect(screen.queryByRole('button', { name: /Watch/ })).toBeNull();
  await screen.findByRole('button', { name: 'Get 100 gold coins for 10 yuan' });
  await press('Other packs');
  await waitFor(() => expect(location.pathname).toBe('/tyy/recharge'));
});

test('where nothing is sold to this host, a user who is short is offered the ads alone', async () => {
  withCoins(() => 5);
  withPayChannels('page');
  openFakeShell();
  await renderAt('/make-pic');

  await press('15 short');
  await screen.findByRole('button', { name: /^Watch/ });
  expect(screen.queryByRole('button', { name: /^(Get|VIP)/ })).toBeNull();
});

test('balance and price stand there before any photo, with the smallest pack that is enough', async () => {
  withCoins(() => 5);
  stubCall('getGenerateCost', () => ({ num: 205 }));
  await renderAt('/make-pic');

  await screen.findByText('Your balance: 5 gold coins');
  await screen.findByText('205 gold coins');
  await press('200 short');
  await screen.findByRole('button', { name: 'Get 300 gold coins for 28 yuan' });
  await press('Other packs');

  const pack = await screen.findByRole<HTMLInputElement>('radio', { name: /300/ });
  await waitFor(() => expect(pack.checked).toBe(true));
});

test('exactly enough coins are enough: nothing says short, and the pictures can be made', async () => {
  withCoins(() => 20);
  const requests = recordRequests();
  await readyToMake();

  await screen.findByText('Your balance: 20 gold coins');
  expect(screen.queryByRole('button', { name: /short/ })).toBeNull();
  await press(/^Use template/);
  await screen.findByRole('button', { name: 'Make my pictures' });
  const left = screen.getByText('Balance after').closest('div');
  expect(left?.textContent).toContain('0 gold coins');
  expect(requests.filter(({ path }) => path === '/v1/getRechargeConfigsList')).toEqual([]);
});

test('ads are counted until there are coins enough, and the user is back where they were', async () => {
  const shell = openFakeShell();
  // The real balance is 50, and 80 after two ads.
  withCoins(real => real - 52);
  await renderAt('/make-pic');

  await press('22 short');
  await press('Watch 2 ads');
  await press('Watch 1 ad');

  await screen.findByText('Your balance: 28 gold coins');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(shell.callsOf('showRewardedAd')).toHaveLength(2);
  expect(location.pathname).toBe('/tyy/make-pic');
});

test('of packs that do not say how many coins they bring none is called one of 0', async () => {
  withCoins(() => 5);
  stubCall('getRechargeConfigsList', () => ({ list: [{ id: 1, pay_amount: 6 }] }));
  await renderAt('/make-pic');

  await press('15 short');
  await press('Get coins');
  await waitFor(() => expect(location.pathname).toBe('/tyy/recharge'));
});

test('a subscriber makes pictures where the API does not say what they cost', async () => {
  changeData('getUserInfo', user => ({ ...user, vip_level: 1 }));
  stubCall('getGenerateCost', () => ({}));
  await readyToMake();
  await press(/^Use template/);
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
});

test('a user who pays with coins hears that the price is not known', async () => {
  stubCall('getGenerateCost', () => ({}));
  await readyToMake();
  await press(/^Use template/);
  await screen.findByText('network error');
  expect(screen.queryByRole('dialog')).toBeNull();
});
