import { mergeTests, type Page } from '@playwright/test';
import { expect, test as inShell } from '../support/in-shell.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { agreeWhenAsked } from '../support/story.ts';
import { chooseTemplate, make } from '../support/wizard.ts';
import { text } from '../support/words.ts';

const test = mergeTests(ownBackend, inShell);

test.use({ serviceWorkers: 'allow' });

test('a killed webview reopens on the user’s last screen', async ({ page, context, shell, pausePics }) => {
  const letGo = pausePics();

  /** Acts as the phone: kills the webview and reopens it at the same address. */
  async function killed(before: Page, meanwhile = async () => {}): Promise<Page> {
    const address = before.url();
    await before.close();
    await meanwhile();
    const after = await context.newPage();
    await agreeWhenAsked(after);
    await after.goto(address);
    return after;
  }

  await page.goto('/tyy/make-pic');
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  shell.keepSilent('importPicture');
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await expect.poll(() => shell.callsOf('importPicture').length).toBe(1);

  const picking = await killed(page);
  shell.keepSilent('importPicture', false);
  await context.route('**/tyy-photos/**', route => {
    if (route.request().method() !== 'PUT') return route.continue();
  });
  const sent = picking.waitForRequest(request => request.method() === 'PUT');
  await picking.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await sent;

  // Unroute only after the page is closed, because unrouting sends the held upload.
  const uploading = await killed(picking, () => context.unroute('**/tyy-photos/**'));
  await uploading.getByRole('button', { name: text('make-pic.continue') }).click();
  await uploading.getByRole('button', { name: text('make-pic.skip') }).click();
  expect(shell.callsOf('importPicture')).toHaveLength(2);
  await chooseTemplate(uploading, 2);
  await make(uploading, text);
  await expect(uploading.getByText(text('making.leave'))).toBeVisible();

  const waiting = await killed(uploading);
  await expect(waiting.getByText(text('making.leave'))).toBeVisible();
  letGo();
  await expect(waiting).toHaveURL(/\/pic\?generate_id=/);
});
