import type { Page } from '@playwright/test';
import { keptText } from '../support/kept-text.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** Opens the picker for the first photos; returns its name among the tabs once that is kept. */
async function openPicker(page: Page): Promise<string> {
  const before = await keptText(page, 'tyy.pick');
  const add = page.getByRole('button', { name: text('make-pic.front-add'), exact: true });
  await Promise.all([page.waitForEvent('filechooser'), add.click()]);
  await expect.poll(() => keptText(page, 'tyy.pick')).not.toBe(before);
  return `pick ${JSON.parse(await keptText(page, 'tyy.pick'))}`;
}

test('a picker whose page ended is told of, also while another tab has one open, which is not', async ({
  page,
  context,
  user,
}) => {
  await signInPages(context, user);
  const openWizard = async () => {
    const tab = await context.newPage();
    await tab.goto('/tyy/make-pic?step=front');
    return tab;
  };
  const lostIn = (tab: Page) => tab.getByText(text('make-pic.pick-lost'));
  await page.goto('/tyy/make-pic?step=front');
  const stillOpen = await openPicker(page);

  const other = await openWizard();
  await openPicker(other);
  await expect(lostIn(other)).toBeHidden();
  await other.close();
  const picks = async () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
  await expect.poll(picks).toEqual([stillOpen]);

  await expect(lostIn(await openWizard())).toBeVisible();
});
