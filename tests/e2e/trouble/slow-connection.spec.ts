import { openDetour } from '../support/detour.ts';
import { test } from '../support/own-backend.ts';
import { signInPages } from '../support/story.ts';
import { addFrontPhoto } from '../support/wizard.ts';
import { text } from '../support/words.ts';

// Block service workers, because Playwright cannot delay their requests.
test.use({ serviceWorkers: 'block' });

test('pending pictures do not block an upload', { tag: '@long' }, async ({ page, user, baseURL }) => {
  const detour = await openDetour(baseURL ?? '');
  detour.respond = path => (path.startsWith('/template-pics/') ? 'never' : null);
  await signInPages(page, user);
  await page.goto(`${detour.origin}/tyy/make-pic`);
  // Wait until pending pictures use all connections that the browser allows.
  await page.getByRole('radio').nth(8).waitFor();
  await addFrontPhoto(page, text);
  detour.close();
});
