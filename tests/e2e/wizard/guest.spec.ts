import { test } from '../support/own-backend.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ serviceWorkers: 'allow', settings: { OPEN_TRY: '1', SUPPORT_URL: 'https://help.example/' } });

test('the owner’s settings reach the built app: guests see the templates and the support link, also offline', async ({
  page,
  context,
}) => {
  const problems: string[] = [];
  page.on('console', message => message.type() === 'error' && problems.push(message.text()));
  await page.goto('/tyy/make-pic');
  await expect(page.getByRole('radio').nth(8)).toBeAttached();
  await untilOfflineReady(page);
  await page.reload();
  await expect(page.getByRole('radio').nth(8)).toBeAttached();
  expect(problems).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('radio').nth(8)).toBeAttached();
  await page.goto('/tyy/setting?help=1');
  const support = page.getByRole('link', { name: text('setting.support') });
  await expect(support).toHaveAttribute('href', 'https://help.example/');
});
