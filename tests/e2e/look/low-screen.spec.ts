import { mergeTests } from '@playwright/test';
import { someOf } from '../../support/some-of.ts';
import { test as inShell } from '../support/in-shell.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { expect } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const test = mergeTests(ownBackend, inShell);

test.use({ settings: { GENERATE_COST: '60' } });

for (const viewport of someOf(1, [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
])) {
  test(`at ${viewport.width} × ${viewport.height} all choices of the offer of coins are in sight, an ad too`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/tyy/make-pic');
    await page.getByRole('button', { name: text('make-pic.missing-coins', { count: 10 }) }).click();
    const choices = page.getByRole('dialog').getByRole('button');
    await expect(choices).toHaveText([
      /^Get 100/,
      text('make-pic.watch-ads', { count: 1 }),
      text('make-pic.other-packs'),
      /^VIP from/,
      text('cancel'),
    ]);
    for (const choice of await choices.all()) await expect(choice).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: `test-results/screens/offer-${viewport.width}.png` });
  });
}
