import { execFileSync } from 'node:child_process';
import { freePort } from '../../../scripts/bench/start-app.mjs';
import {
  clientSecret,
  openSigningIssuer,
  type SigningIssuer,
} from '../../server/accounts/oidc/oidc-world.ts';
import { listen, openTestBackend } from '../../server/support/backend.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { expect, nameYourself, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const issuersApp = 'test-results/issuers/app';

const atIssuers = ownBackend.extend<{ outside: { port: number; issuer: SigningIssuer } }>({
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

atIssuers.beforeAll(() => {
  const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', issuersApp, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production', VITE_LOGINS: 'google,Acme ID' };
  execFileSync(process.execPath, build, { env, stdio: 'pipe' });
});

atIssuers(
  'a user chooses Google, signs in there, and comes back to the screen that asked for it',
  async ({ page, outside: { issuer } }) => {
    await page.goto('/tyy/personal-center');
    const sheet = page.getByRole('dialog', { name: text('sign-in.title') });
    await sheet.getByRole('button', { name: text('sign-in.with', { service: 'Google' }) }).click();
    await expect(page).toHaveURL(url => url.origin === issuer.address);
    await page.getByPlaceholder('Enter any login').fill('Ann');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(text('sign-in.done'))).toBeVisible();
    await expect(page).toHaveURL('/tyy/personal-center');
    await expect(page.getByText('Ann Example')).toBeVisible();
  },
);

test('after signing in, Back leads to the screen before, not to the login page', async ({
  page,
  userName,
}) => {
  await page.goto('/tyy/privacy');
  await page.goto('/tyy/');
  // A forward entry in the history, which leaving the page removes.
  await page.goto('/tyy/term');
  await page.goBack();
  await page.getByRole('link', { name: text('home.make') }).click();
  await nameYourself(page, userName);
  await expect(page).toHaveURL('/tyy/make-pic');
  await expect(page.getByRole('heading', { level: 1, name: text('make-pic.title') })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/tyy/');
  await expect(page.getByRole('link', { name: text('home.make') })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/tyy/privacy');
});

test('Back from the login page leads to the screen that needs a user, once', async ({ page }) => {
  await page.goto('/tyy/');
  await page.getByRole('link', { name: text('home.make') }).click();
  await page.waitForURL('**/sandbox/login**');

  await page.goBack();
  await expect(page.getByRole('button', { name: text('sign-in.button') })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/tyy/');
  await expect(page.getByRole('link', { name: text('home.make') })).toBeVisible();
});

test('a server that refuses the fresh token is not signed in to again until the user tries', async ({
  page,
  userName,
}) => {
  let dialogs = 0;
  page.on('request', request => {
    if (request.url().includes('/sandbox/login?')) dialogs += 1;
  });
  await page.route(/\/v1\/(?!login|getHomePics|getOperator)/, route => route.fulfill({ status: 401 }));
  await page.goto('/tyy/pic-list');
  await nameYourself(page, userName);
  await expect(page.getByText(text('sign-in.refused'))).toBeVisible();
  await expect(page).toHaveURL('/tyy/pic-list');
  expect(dialogs).toBe(1);
});

ownBackend(
  'a tab whose token worked and then ran out is led to the login page',
  async ({ page, userName, backend }) => {
    await page.goto('/tyy/personal-center');
    await nameYourself(page, userName);
    await expect(page.getByText('50', { exact: true })).toBeVisible();
    // An open page would go to the login page by itself.
    await page.goto('about:blank');
    backend.clock.ahead = 400 * 24 * 60 * 60_000;
    await page.goto('/tyy/personal-center');
    await nameYourself(page, userName);
    await page.waitForURL('**/tyy/personal-center');
  },
);
