import { aFinishedJob } from '../../support/a-job.ts';
import { test } from '../support/own-backend.ts';
import { expect, signInPages } from '../support/story.ts';

test('at twice the text size each row of the ledger is a card, with no word broken and nothing cut off', async ({
  page,
  user,
}) => {
  await aFinishedJob(user);
  await signInPages(page, user);
  for (const [size, width, cards] of [
    [16, 390, false],
    [16, 320, false],
    [29, 390, true],
    [32, 390, true],
    [32, 320, true],
  ] as const) {
    await page.setViewportSize({ width: 600, height: 844 });
    await page.goto('/tyy/coin-flow');
    await page.evaluate(fontSize => Object.assign(document.documentElement.style, { fontSize }), `${size}px`);
    // A phone has its text size from the start. Chromium asks a container again when its width changes, not its text.
    await page.setViewportSize({ width, height: 844 });
    const row = page.getByRole('row').filter({ hasText: 'Picture generation' });
    await expect(row).toBeVisible();
    await expect(row.getByRole('cell').first()).toHaveCSS('display', cards ? 'block' : 'table-cell');
    await page.screenshot({ path: `test-results/screens/ledger-${width}-${size}.png` });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect((await row.locator('img').boundingBox())?.width).toBeLessThanOrEqual(3 * size);
    // A word that is broken is as high as two.
    for (const reason of ['Welcome gift', 'Picture generation']) {
      const isWhole = await page.getByText(reason).evaluate((cell, reason) => {
        const range = document.createRange();
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (!texts.nextNode()?.textContent?.includes(reason));
        const words = texts.currentNode;
        const parts = [0, 8].map(start => {
          range.setStart(words, start);
          range.setEnd(words, start === 0 ? 7 : reason.length);
          return range.getClientRects().length;
        });
        return parts.every(count => count === 1);
      }, reason);
      expect(isWhole, reason).toBe(true);
    }
  }
});
