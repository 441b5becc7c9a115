import type { Page } from '@playwright/test';
import {
  clientSecret,
  openSigningIssuer,
  type SigningIssuer,
} from '../../server/accounts/oidc/oidc-world.ts';
import { listen, openTestBackend } from '../../server/support/backend.ts';
import { freePort } from '../support/free-port.ts';
import { buildIssuersApp, issuersApp } from '../support/issuers-app.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { expect } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

const test = ownBackend.extend<{ outside: { port: number; issuer: SigningIssuer } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  outside: async ({}, use) => {
    const port = await freePort();
    const issuer = await openSigningIssuer(`http://127.0.0.1:${port}/tyy/`);
    await use({ port, issuer });
    await issuer.close();
  },
  served: async ({ outside: { port, issuer } }, use) => {
    const backend = await openTestBackend({
      APP_DIR: issuersApp,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      GOOGLE_LOGIN_ISSUER: issuer.address,
      GOOGLE_LOGIN_CLIENT_ID: 'web',
      GOOGLE_LOGIN_CLIENT_SECRET: clientSecret,
    });
    await use({ backend, origin: await listen(backend, port) });
    await backend.close();
  },
});

test.beforeAll(buildIssuersApp);

/** From a screen that needs a user to the sheet with the services. */
async function openSheet(page: Page, choice: string): Promise<void> {
  await page.goto('/tyy/personal-center');
  const sheet = page.getByRole('dialog', { name: text('sign-in.title') });
  await sheet.getByRole('button', { name: text('sign-in.with', { service: choice }) }).click();
}

test('a user chooses Google, signs in there, and comes back to the screen that asked for it', async ({
  page,
  outside: { issuer },
}) => {
  await openSheet(page, 'Google');
  await expect(page).toHaveURL(url => url.origin === issuer.address);
  await page.getByPlaceholder('Enter any login').fill('Ann');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(text('sign-in.done'))).toBeVisible();
  await expect(page).toHaveURL('/tyy/personal-center');
  await expect(page.getByText('Ann Example')).toBeVisible();
});

test('who changes their mind there, and who finds the service away, is told so and can go on', {
  tag: '@long',
}, async ({ page }) => {
  await openSheet(page, 'Google');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText(text('sign-in.cancelled'))).toBeVisible();
  await openSheet(page, 'Acme ID');
  await expect(page.getByText(text('sign-in.failed'))).toBeVisible();
});
