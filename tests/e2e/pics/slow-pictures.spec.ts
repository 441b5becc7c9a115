import { type Detour, openDetour } from '../support/detour.ts';
import { signInPages, test } from '../support/story.ts';
import { addFrontPhoto } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

let detour: Detour;
test.beforeEach(async ({ baseURL }) => {
  detour = await openDetour(baseURL ?? '');
});
test.afterEach(() => detour.close());

test('a photo is uploaded while no picture of a template comes', { tag: '@long' }, async ({ page, user }) => {
  detour.respond = path => (path.startsWith('/template-pics/') ? 'never' : null);
  await signInPages(page, user);
  await page.goto(`${detour.origin}/tyy/make-pic`);
  // The browser's connections are all taken by now.
  await page.getByRole('radio').nth(8).waitFor();
  await addFrontPhoto(page, wordsOf('en'));
});
