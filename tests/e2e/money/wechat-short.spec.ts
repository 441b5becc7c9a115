import { aFinishedJob } from '../../support/a-job.ts';
import { accountOf } from '../../support/api.ts';
import { userAgents } from '../../support/weixin-double.ts';
import { test } from '../support/all-channels.ts';
import { openInWeixin } from '../support/in-weixin.ts';
import { expect } from '../support/story.ts';
import { chooseTemplate } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ userAgent: userAgents.android });

test('short of coins in WeChat, a user pays without leaving the draft, and stands before the price', {
  tag: '@long',
}, async ({ page, user, outside: { wechat }, backend }) => {
  for (let jobs = 0; jobs < 2; jobs++) await aFinishedJob(user);
  const { user_id } = await accountOf(user);
  const payer = { user_id, openid: 'o-2' };
  await backend.services.db.query.insertInto('wechat_payers').values(payer).execute();
  await page.exposeFunction('payInWeixin', (params: Record<string, string>) => {
    const order = params.package!.replace('prepay_id=wx', '');
    wechat.pay(order, JSON.stringify({ ...params, timestamp: params.timeStamp }));
  });
  await openInWeixin(page, '/make-pic', { sees: 'current' }, user.token);
  await chooseTemplate(page, 0);
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Get 100 gold coins/ }).click();
  await expect(sheet.getByRole('button', { name: text('make-pic.make') })).toBeVisible();
  expect((await accountOf(user)).coins).toBe(110);
});
