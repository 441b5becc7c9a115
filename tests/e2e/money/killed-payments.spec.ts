import type { Page } from '@playwright/test';
import { crashPage } from '../../../scripts/drill/send-photos.ts';
import { accountOf } from '../../support/api/api.ts';
import { succeed } from '../../support/phone/fake-shell.ts';
import type { NativeShell } from '../../support/phone/native-shell.ts';
import { expect, test } from '../support/in-shell.ts';
import { inShortForm } from '../support/story.ts';
import { text } from '../support/words.ts';

/** A page that is buying coins, and the native app around it. */
interface World {
  page: Page;
  shell: NativeShell;
  kill: () => Promise<void>;
}

/** When the page calls `pay`, runs `sell` with a function that completes the sale. Sends no reply to the page. */
function onSale(shell: NativeShell, sell: (complete: () => Promise<string>) => Promise<void>): void {
  shell.on('pay', ({ order_id }) => sell(() => shell.store.sell({ order_id })).then(() => null));
}

/** Moments at which a phone may kill the page. Each resolves once the page is killed and the store has finished. */
const moments: Record<string, (world: World) => Promise<void>> = {
  'before the store is called': ({ shell, kill }) =>
    new Promise(resolve => {
      let isKilled = false;
      shell.on('writeCache', async ({ key, value }) => {
        shell.cache.set(key, value);
        if (key === 'tyy.order' && !isKilled) {
          isKilled = true;
          await kill().then(resolve);
        }
        return succeed({});
      });
    }),
  'while the store is open': ({ shell, kill }) =>
    new Promise(resolve => {
      onSale(shell, async complete => {
        await kill();
        await complete();
        resolve();
      });
    }),
  'after the store has sold but not replied': ({ shell, kill }) =>
    new Promise(resolve => {
      onSale(shell, async complete => {
        await complete();
        await kill().then(resolve);
      });
    }),
  'when the receipt has arrived': ({ page, kill }) =>
    new Promise(resolve => {
      page.route('**/v1/paySuccess', () => kill().then(resolve));
    }),
  'after paySuccess was sent': ({ page, kill }) =>
    new Promise(resolve => {
      page.route('**/v1/paySuccess', async route => {
        await route.fetch();
        await kill().then(resolve);
      });
    }),
};

/** Without LONG=1, only these run, because each other moment leaves the same order and receipt as one of these. */
const inShort = [
  'before the store is called',
  'after the store has sold but not replied',
  'after paySuccess was sent',
];

for (const [moment, arrange] of Object.entries(moments)) {
  test(
    `a page killed ${moment} charges the user once`,
    inShortForm(inShort.includes(moment)),
    async ({ page, context, shell, user }) => {
      const over = arrange({ page, shell, kill: () => crashPage(page) });
      await page.goto('/tyy/recharge?product=1');
      // Ignore errors, because the page may be killed during the click.
      const tap = page.getByRole('button', { name: /^Pay / }).click();
      await Promise.all([over, tap.catch(() => undefined)]);

      const next = await context.newPage();
      await next.goto('/tyy/recharge');
      if (shell.callsOf('pay').length === 0) {
        await next.getByRole('button', { name: text('pay.continue') }).click();
      }
      await expect(next.getByText(text('gold-coins', { count: 150 }))).toBeVisible();
      expect(shell.callsOf('pay')).toHaveLength(1);
      expect(shell.store.receipts).toHaveLength(1);
      expect((await accountOf(user)).coins).toBe(150);
    },
  );
}
