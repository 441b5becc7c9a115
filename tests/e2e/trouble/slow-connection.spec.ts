import { openDetour } from '../support/detour.ts';
import { test } from '../support/own-backend.ts';
import { pauseRequests } from '../support/pause-requests.ts';
import { expect, nameYourself, signInPages } from '../support/story.ts';
import { addFrontPhoto } from '../support/wizard.ts';
import { text } from '../support/words.ts';

// Playwright cannot hold requests of the service worker.
test.use({ serviceWorkers: 'block' });

test('on a slow connection each wait is explained, and a second tap has no effect', {
  tag: '@long',
}, async ({ page, userName }) => {
  const login = await pauseRequests(page, '**/v1/login');
  await page.goto('/tyy/make-pic?step=front');
  await nameYourself(page, userName);
  await expect(page.getByRole('status').filter({ hasText: text('sign-in.running') })).toBeVisible();
  await login.release();

  const selfie = page.getByRole('button', { name: text('make-pic.selfie') });
  const file = await pauseRequests(page, /\/assets\/selfie-[\w-]+\.js$/);
  await selfie.click();
  await file.came(1);
  const opening = page.getByRole('button', { name: text('loading') });
  await expect(opening).toHaveAttribute('aria-busy', 'true');
  await opening.click();
  await file.release();
  const guide = page.getByRole('dialog', { name: text('make-pic.selfie') });
  await expect(guide).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(guide).toHaveCount(0);

  const previews = await pauseRequests(page, '**/v1/previewTemplates');
  await page.getByRole('button', { name: text('back') }).click();
  await addFrontPhoto(page, text);
  const coming = page.getByText(text('make-pic.see-yourself.coming'));
  await expect(coming).toBeVisible();
  await previews.came(1);
  await previews.release();
  await expect(coming).toHaveCount(0);

  const cost = await pauseRequests(page, '**/v1/getGenerateCost');
  await page.getByRole('radio').nth(1).click({ force: true });
  await page.getByRole('button', { name: text('make-pic.use') }).click();
  await expect(page.getByRole('status').filter({ hasText: text('make-pic.checking') })).toBeVisible();
  await cost.release();
  await expect(page.getByRole('dialog')).toContainText(text('make-pic.confirm'));
});

test('pending pictures do not block an upload', { tag: '@long' }, async ({ page, user, baseURL }) => {
  const detour = await openDetour(baseURL ?? '');
  detour.respond = path => (path.startsWith('/template-pics/') ? 'never' : null);
  await signInPages(page, user);
  await page.goto(`${detour.origin}/tyy/make-pic`);
  // By now the pending pictures use all connections of the browser.
  await page.getByRole('radio').nth(8).waitFor();
  await addFrontPhoto(page, text);
  detour.close();
});
