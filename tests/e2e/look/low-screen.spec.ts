import { test } from '../support/own-backend.ts';
import { expect, signInPages } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { GENERATE_COST: '60' }, viewport: { width: 844, height: 390 } });

test('on a phone that lies on its side all choices of the offer of coins are in sight', async ({
  page,
  user,
}) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  await page.getByRole('button', { name: text('make-pic.missing-coins', { count: 10 }) }).click();
  const choices = page.getByRole('dialog').getByRole('button');
  await expect(choices).toHaveText([/^Get 100/, text('make-pic.other-packs'), /^VIP from/, text('cancel')]);
  for (const choice of await choices.all()) await expect(choice).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: 'test-results/screens/low-offer.png' });
});
