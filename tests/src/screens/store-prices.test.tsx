import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { openFakeShell } from '../../support/fake-shell.ts';
import { newPhone } from '../../support/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { press } from '../../support/wizard.ts';

beforeEach(() => {
  newPhone();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android TyyShell/1.0 Language/en');
});

test('what the phone’s store calls its prices stands everywhere in the place of yuan, also of the open order', async () => {
  const shell = openFakeShell();
  shell.cache.set('tyy.store-prices', JSON.stringify({ coins_100: 'US$1.99', vip_month: 'US$4.99' }));
  shell.refuseNext('pay', { code: 1, message: 'Cancelled' });
  await renderAt('/recharge');
  await screen.findByRole('button', { name: 'Pay US$1.99' });
  const packs = screen.getAllByRole('radio').map(radio => radio.closest('label')!);
  expect(within(packs[0]!).getByText('US$1.99')).toBeDefined();
  expect(packs[0]!.textContent).not.toContain('yuan');
  // The store did not name the second one.
  expect(packs[1]!.textContent).toContain('yuan');
  await press('Pay US$1.99');
  await screen.findByText('100 gold coins for US$1.99');

  await renderAt('/subscription');
  await screen.findByRole('button', { name: /US\$4\.99/ });
});

test.each(['no JSON', '{"coins_100":7}', `{"coins_100":"${'9'.repeat(25)}"}`])(
  'a shell whose prices are %s sells in yuan',
  async kept => {
    openFakeShell().cache.set('tyy.store-prices', kept);
    await renderAt('/recharge');
    await screen.findByRole('button', { name: 'Pay 10 yuan' });
  },
);
