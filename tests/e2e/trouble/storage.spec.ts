import { test } from '../support/own-backend.ts';
import { expect, nameYourself } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate, make } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test('a phone with full storage can make pictures', async ({ page, userName, baseURL, pausePics }) => {
  pausePics();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
  await page.goto('/tyy/make-pic');
  await nameYourself(page, userName);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 0);
  await make(page, text);
  await expect(page.getByText(text('making.leave'))).toBeVisible();
});
