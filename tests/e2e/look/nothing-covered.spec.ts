import { mergeTests, type Page } from '@playwright/test';
import { test as inShell } from '../support/in-shell.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { expect } from '../support/story.ts';
import { chooseTemplate } from '../support/wizard.ts';
import { text } from '../support/words.ts';

const test = mergeTests(ownBackend, inShell);

test.use({ settings: { GENERATE_COST: '60' } });

const button = (page: Page, name: string) => page.getByRole('button', { name });

test('the dialog that offers missing coins fits small screens and hides the ad badge', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/tyy/make-pic');
  const badge = page.getByText('+15', { exact: true });
  await expect(badge).toBeVisible();
  await button(page, text('make-pic.missing-coins', { count: 10 })).click();
  const choices = page.getByRole('dialog').getByRole('button');
  await expect(choices).toHaveText([
    /^Get 100/,
    text('make-pic.watch-ads', { count: 1 }),
    text('make-pic.other-packs'),
    /^VIP from/,
    text('cancel'),
  ]);
  await expect(badge).toBeHidden();
  for (const choice of await choices.all()) await expect(choice).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: 'test-results/screens/offer.png' });
  await page.setViewportSize({ width: 844, height: 390 });
  for (const choice of await choices.all()) await expect(choice).toBeInViewport({ ratio: 1 });
});

test('the ad badge and toasts cover no button', { tag: '@long' }, async ({ page }) => {
  const covers = (cover: string) =>
    page.locator(cover).evaluateAll(elements =>
      elements.flatMap(element => {
        const lid = element.getBoundingClientRect();
        return [...document.querySelectorAll<HTMLElement>('button, a, input, [role=alert]')]
          .filter(other => other !== element && !element.contains(other))
          .filter(other => {
            const { left, right, top, bottom, width } = other.getBoundingClientRect();
            return width > 0 && left < lid.right && right > lid.left && top < lid.bottom && bottom > lid.top;
          })
          .map(other => other.textContent || other.ariaLabel);
      }),
    );
  await page.goto('/tyy/make-pic');
  await chooseTemplate(page, 1);
  await button(page, text('make-pic.use')).click();
  await expect(page.getByText(text('make-pic.chosen', { title: '' }))).toBeVisible();
  expect(await covers('p[class*=toast]')).toEqual([]);
  await page.screenshot({ path: 'test-results/screens/toast.png' });
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const address of ['/make-pic', '/make-pic?step=front', '/personal-center']) {
      await page.goto(`/tyy${address}`);
      await expect(button(page, text('ad-badge.closed', { count: 15 }))).toBeVisible();
      await expect.poll(() => covers('button[class*=entry]')).toEqual([]);
      await page.screenshot({
        path: `test-results/screens/badge-${width}${address.replace(/\W/g, '-')}.png`,
      });
    }
  }
});
