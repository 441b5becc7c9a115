import type { Page, Route } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { untilKept } from '../support/kept-text.ts';
import { startProduct } from '../support/product.ts';
import { expect, nameYourself, test } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate, make, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** Opens the wizard of a product as a user who has just signed in. */
async function openWizard(page: Page, userName: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/tyy/make-pic`);
  await nameYourself(page, userName);
  await expect(page).toHaveURL(/\/make-pic/);
}

test.describe('while the story stands between app and store', () => {
  // Playwright routes what a page asks for; what it asks for through a service worker may go past it.
  test.use({ serviceWorkers: 'block' });

  test('an upload that is refused keeps the photo, says so, and goes through at the next try', async ({
    page,
    userName,
  }) => {
    await openWizard(page, userName);
    let refusals = 0;
    await page.route('**/tyy-photos/**', route => {
      if (route.request().method() !== 'PUT') return route.continue();
      refusals++;
      return route.fulfill({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    });
    await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
    await pickAt(page, text('make-pic.front-add'), portrait);
    await expect(page.getByText(text('make-pic.upload-failed')).first()).toBeVisible();
    expect(refusals).toBeGreaterThan(0);

    await page.unroute('**/tyy-photos/**');
    await page.getByRole('button', { name: text('retry') }).click();
    await page.getByRole('button', { name: text('make-pic.continue') }).click();
    await expect(page.getByRole('button', { name: text('make-pic.skip') })).toBeVisible();
  });

  test('a tab that takes up the draft while another uploads its photo does not lose the photo', async ({
    page,
    userName,
    context,
  }) => {
    await openWizard(page, userName);
    const hold = async (tab: Page, address: string, method: string) => {
      const held: Route[] = [];
      await tab.route(address, route =>
        route.request().method() === method ? held.push(route) : route.continue(),
      );
      return {
        came: () => expect.poll(() => held.length).toBe(1),
        release: () => held[0]?.continue(),
      };
    };
    const upload = await hold(page, '**/tyy-photos/**', 'PUT');
    await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
    await pickAt(page, text('make-pic.front-add'), portrait);
    await upload.came();

    // Held here, the second tab has read the draft but has not gone on with it.
    const second = await context.newPage();
    const pics = await hold(second, '**/v1/getPersonalPics*', 'GET');
    await second.goto('/tyy/make-pic?step=front');
    await pics.came();
    await upload.release();
    await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();

    await pics.release();
    await expect(second.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  });
});

test('the draft survives a reload, and a photo that was not uploaded is still there', {
  tag: '@long',
}, async ({ page, userName }) => {
  await openWizard(page, userName);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 2);
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  const chosen = await page.locator('[data-template]').nth(2).getAttribute('data-template');
  await untilKept(page, 'tyy.wizard', `"templateId":${chosen},`);
  await page.reload();
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  await expect(page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) })).toBeEnabled();
});

test('a backend that is killed while it draws finishes the job after its restart', { tag: '@long' }, async ({
  page,
  userName,
}) => {
  const product = await startProduct();
  try {
    await openWizard(page, userName, product.origin);
    await addFrontPhoto(page, text);
    await chooseTemplate(page, 3);
    await make(page, text);
    await expect(page.getByText(text('making.leave'))).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/, {
      timeout: 60_000,
    });

    await product.kill();
    await product.restart();
    await expect(page).toHaveURL(/\/pic\?generate_id=/, { timeout: 110_000 });
  } finally {
    await product.dispose();
  }
});
