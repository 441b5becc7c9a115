import type { Page } from '@playwright/test';
import { NativeShell } from '../../support/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { inject, shellAgent } from '../support/in-shell.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { chooseTemplate } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

const button = (page: Page, name: string) => page.getByRole('button', { name });

test.describe('in a shell', () => {
  test.use({ userAgent: shellAgent });

  test('the ad badge and toasts lie over no button', { tag: '@long' }, async ({
    page,
    context,
    baseURL,
    userName,
  }) => {
    await inject(context, new NativeShell({ origin: baseURL ?? '', userName, photo: portrait }));
    await page.addInitScript(() => localStorage.setItem('tyy.language', 'en'));
    const covers = (cover: string) =>
      page.locator(cover).evaluateAll(elements =>
        elements.flatMap(element => {
          const lid = element.getBoundingClientRect();
          return [...document.querySelectorAll<HTMLElement>('button, a, input, [role=alert]')]
            .filter(other => other !== element && !element.contains(other))
            .filter(other => {
              const { left, right, top, bottom, width } = other.getBoundingClientRect();
              return (
                width > 0 && left < lid.right && right > lid.left && top < lid.bottom && bottom > lid.top
              );
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
    for (const size of [
      { width: 390, height: 844 },
      { width: 320, height: 568 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size);
      for (const address of ['/make-pic', '/make-pic?step=front', '/personal-center']) {
        await page.goto(`/tyy${address}`);
        await expect(button(page, text('ad-entry.closed', { count: 15 }))).toBeVisible();
        await expect.poll(() => covers('button[class*=entry]')).toEqual([]);
        await page.screenshot({
          path: `test-results/screens/badge-${size.width}${address.replace(/\W/g, '-')}.png`,
        });
      }
    }
  });
});

test('a chosen chip stands there whole, also once others have come before it', { tag: '@long' }, async ({
  page,
  user,
}) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  const chips = page.getByRole('list', { name: text('category.label') });
  // Its templates are on later pages, which bring more categories.
  await chips.getByRole('button', { name: text('category.travel') }).click();
  const cutOff = () =>
    chips.evaluate(list => {
      const chip = list.querySelector('[aria-pressed="true"]')!.getBoundingClientRect();
      const { left, right } = list.getBoundingClientRect();
      return Math.max(left - chip.left, chip.right - right);
    });
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect.poll(cutOff).toBeLessThanOrEqual(0);
});
