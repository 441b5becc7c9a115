import { expect, test } from '../support/in-shell.ts';

// Without a service worker, which would serve the missing file from its cache.
test.use({ serviceWorkers: 'block' });

test('if the native bridge’s script is missing, the page offers a retry', async ({ page, userName }) => {
  await page.route('**/assets/native-bridge-*.js', route => route.fulfill({ status: 404, body: '' }));
  await page.goto('/tyy/personal-center');
  const again = page.getByRole('button', { name: 'Try again · 重试' });
  await expect(again).toBeVisible();

  await page.unroute('**/assets/native-bridge-*.js');
  await again.click();
  await expect(page.getByText(userName)).toBeVisible();
});
