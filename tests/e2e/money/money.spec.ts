import { test } from '../support/own-backend.ts';
import { atCashier, expect, openSignedIn } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test.use({ settings: { GENERATE_COST: '60' } });

test('after buying missing coins, the user must confirm the price again', async ({ page, user }) => {
  const sheet = page.getByRole('dialog');
  const makeIt = sheet.getByRole('button', { name: text('make-pic.make') });
  await openSignedIn(page, user, '/make-pic');
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 5);
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  await expect(sheet).toContainText(text('make-pic.short', { count: 10 }));
  const pack = text('make-pic.buy', { count: 100, price: text('yuan', { amount: 10 }) });
  await sheet.getByRole('button', { name: pack }).click();
  await atCashier(page, 'pay');

  await expect(makeIt).toBeVisible();
  await expect(sheet).toContainText(text('make-pic.remaining', { coins: 90 }));
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByRole('radio').nth(5)).toBeChecked();
  await makeIt.click();
  await page.waitForURL('**/tyy/pic?**');
  const { list } = (await user.get('getCoinStatementList')).data;
  expect(list.toReversed().map(({ change }) => change)).toEqual([50, 100, -60]);
});
