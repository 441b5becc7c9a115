import { portrait } from '../../support/portrait.ts';
import { test as inShell } from '../support/in-shell.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const gone = { status: 404, body: '' };

// A service worker would serve the files of the previous release.
test.use({ serviceWorkers: 'block' });
inShell.use({ serviceWorkers: 'block' });

test('when the file with the upload is gone, the photo waits and goes through in the new release', async ({
  page,
  user,
}) => {
  const text = wordsOf('en');
  await signInPages(page, user);
  await page.route('**/assets/upload-photos-*.js', route => route.fulfill(gone));
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(page.getByText(text('make-pic.upload-failed')).first()).toBeVisible();

  await page.unroute('**/assets/upload-photos-*.js');
  await page.reload();
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
});

inShell(
  'when the file with the native bridge is gone, the page offers to try again',
  async ({ page, userName }) => {
    await page.route('**/assets/native-bridge-*.js', route => route.fulfill(gone));
    await page.goto('/tyy/personal-center');
    const again = page.getByRole('button', { name: 'Try again · 重试' });
    await expect(again).toBeVisible();

    await page.unroute('**/assets/native-bridge-*.js');
    await again.click();
    await expect(page.getByText(userName)).toBeVisible();
  },
);
