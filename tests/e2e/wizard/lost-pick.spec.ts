import { expect, signInPages, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test('a picker whose page ends is told of, also while another tab has one open, which is not', async ({
  page,
  context,
  user,
}) => {
  await signInPages(context, user);
  const other = await context.newPage();
  const lost = other.getByText(text('make-pic.pick-lost'));
  const front = (tab: typeof page) =>
    tab.getByRole('button', { name: text('make-pic.front-add'), exact: true });
  await page.goto('/tyy/make-pic?step=front');
  await Promise.all([page.waitForEvent('filechooser'), front(page).click()]);

  await other.goto('/tyy/make-pic?step=front');
  await Promise.all([other.waitForEvent('filechooser'), front(other).click()]);
  await expect(lost).toBeHidden();

  await other.reload();
  await expect(lost).toBeVisible();
});
