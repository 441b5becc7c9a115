import { earlierPerson } from './support/seed.ts';
import { untilOfflineReady } from './support/service-worker.ts';
import { expect, portrait, test } from './support/story.ts';
import { wordsOf } from './support/words.ts';

const text = wordsOf('en');

test('photos that another app shares with the installed one become the draft', async ({
  page,
  person,
  baseURL,
}) => {
  const { token } = await earlierPerson(baseURL ?? '', person);
  await page.addInitScript(token => localStorage.setItem('tyy.token', token), token);
  await page.goto('/tyy/');
  await untilOfflineReady(page);
  const { share_target } = await (await page.request.get('/tyy/manifest.webmanifest')).json();

  // The phone sends what the manifest asks for, as a form would.
  await page.evaluate(({ action, method, enctype, params }) => {
    const form = Object.assign(document.createElement('form'), { action, method, enctype });
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    input.name = params.files[0].name;
    form.append(input);
    document.body.append(form);
  }, share_target);
  await page.locator('form input[type=file]').setInputFiles([portrait, portrait]);
  await page.evaluate(() => document.querySelector('form')?.submit());

  await expect(page).toHaveURL(/\/make-pic\?step=supplementary$/);
  await expect(page.getByText(text('make-pic.count', 2, 5))).toBeVisible();
});
