import { makingPath, picPath } from '../../../src/paths.ts';
import { aFinishedJob, uploadPhoto } from '../../support/a-job.ts';
import { accountOf, dataOf } from '../../support/api.ts';
import { changeWait } from '../support/change-wait.ts';
import { hold } from '../support/hold.ts';
import { test } from '../support/own-backend.ts';
import { expect, nameYourself, signInPages } from '../support/story.ts';
import { addFrontPhoto, chooseMore, chooseMoreAndConfirm } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

// What the service worker requests cannot be held.
test.use({ serviceWorkers: 'block' });

test('a slow line is explained in words from the sign-in to the price, and no tap counts twice', {
  tag: '@long',
}, async ({ page, userName }) => {
  const login = await hold(page, '**/v1/login');
  await page.goto('/tyy/make-pic?step=front');
  await nameYourself(page, userName);
  await expect(page.getByRole('status').filter({ hasText: text('sign-in.running') })).toBeVisible();
  await login.release();

  const selfie = page.getByRole('button', { name: text('make-pic.selfie') });
  const file = await hold(page, /\/assets\/selfie-[\w-]+\.js$/);
  await selfie.click();
  await file.came(1);
  const opening = page.getByRole('button', { name: text('loading') });
  await expect(opening).toHaveAttribute('aria-busy', 'true');
  await opening.click();
  await file.release();
  const guide = page.getByRole('dialog', { name: text('make-pic.selfie') });
  await expect(guide).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(guide).toHaveCount(0);

  const previews = await hold(page, '**/v1/previewTemplates');
  await page.getByRole('button', { name: text('back') }).click();
  await addFrontPhoto(page, text);
  const coming = page.getByText(text('make-pic.see-yourself.coming'));
  await expect(coming).toBeVisible();
  await previews.came(1);
  await previews.release();
  await expect(coming).toHaveCount(0);

  const cost = await hold(page, '**/v1/getGenerateCost');
  await page.getByRole('radio').nth(1).click({ force: true });
  await page.getByRole('button', { name: text('make-pic.use') }).click();
  await expect(page.getByRole('status').filter({ hasText: text('make-pic.checking') })).toBeVisible();
  await cost.release();
  await expect(page.getByRole('dialog')).toContainText(text('make-pic.confirm'));
});

test('a slow line is explained in words on the way from the wait to the saved pictures', {
  tag: '@long',
}, async ({ page, user }) => {
  // The app waits ten seconds for a host to save a picture.
  await changeWait(page, 10_000, 100);
  await signInPages(page, user);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { train_id, generate_id } = await aFinishedJob(user);
  const extras = await hold(page, '**/v1/getTrainAndGenerateResultById*');
  await page.goto(`/tyy${makingPath(train_id, generate_id)}`);
  await expect(page.getByRole('status').filter({ hasText: text('loading') })).toBeAttached();
  await extras.release();
  await page.waitForURL('**/tyy/pic?**');
  await expect(page.getByRole('button', { name: text('pic.compare') })).toBeVisible();

  // Other sizes of them are on the screen already.
  const pictures = await hold(page, /\/pictures\/(?!.*[?&]w=)/);
  await button(text('pic.open', { number: 1 })).click();
  await expect(page.getByRole('dialog').getByText(text('loading'))).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseMore(page, text, text('save-all.offer', { total: 4 }));
  await expect(page.getByText(text('save-all.saving', { number: 1, total: 4 }))).toBeVisible();
  await expect(button(text('pic.more'))).toHaveAttribute('aria-busy', 'true');
  await button(text('pic.more')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(text('pic.save')).click();
  await expect(button(text('pic.saving'))).toHaveAttribute('aria-busy', 'true');
  await pictures.release();
});

test('a slow line is explained in words while pictures become public and are made again, and neither happens twice', {
  tag: '@long',
}, async ({ page, user }) => {
  // The app waits ten seconds before it offers to go on without the server.
  await changeWait(page, 10_000, 100);
  await signInPages(page, user);
  const { generate_id } = await aFinishedJob(user);
  const cards = await hold(page, '**/v1/getShareCards*');
  await page.goto(`/tyy${picPath(generate_id)}`);
  const running = page.getByRole('status').filter({ hasText: text('reject.running') });
  const more = page.getByRole('button', { name: text('pic.more') });
  const sheet = page.getByRole('dialog');
  await cards.came(1);
  await more.click();
  await expect(sheet.getByRole('button', { name: text('delete') })).toBeVisible();
  await expect(sheet.getByRole('button', { name: text('share-card.make') })).toHaveCount(0);
  await sheet.getByRole('button', { name: text('cancel') }).click();
  const known = page.waitForResponse('**/v1/getShareCards*');
  await cards.release();
  await (await known).finished();

  const publishing = await hold(page, '**/v1/createShareCard');
  const again = await hold(page, '**/v1/getShareCards*');
  await chooseMoreAndConfirm(page, text, 'share-card.make', text('share-card.make'));
  await expect(running).toBeVisible();
  await expect(page.getByText(text('loading.slow.server'))).toBeVisible();
  await publishing.came(1);
  await publishing.release();
  await again.came(1);
  await again.release();
  await expect(page.getByText(text('share-card.public'))).toBeVisible();

  const redo = await hold(page, '**/v1/redoJob');
  await chooseMoreAndConfirm(page, text, 'reject.redo', text('reject.other'));
  await expect(running).toBeVisible();
  await expect(page.getByRole('button', { name: text('loading.leave') })).toBeVisible();
  await redo.came(1);
  await redo.release();
  await page.waitForURL(address => !address.search.includes(generate_id));
  expect((await dataOf(user.get('getTrainAndGenerateResultList'))).list).toHaveLength(2);
  expect((await accountOf(user)).coins).toBe(30);
});

test('what a slow line has not brought yet is named, and nothing is asked for twice', {
  tag: '@long',
}, async ({ page, user }) => {
  await signInPages(page, user);
  await uploadPhoto(user);
  const photos = await hold(page, '**/v1/getPhotos');
  const jobs = await hold(page, '**/v1/getTrainAndGenerateResultList*');
  await page.goto('/tyy/setting');
  await expect(page.getByRole('status').filter({ hasText: text('loading') })).toBeVisible();
  await page.getByRole('button', { name: text('support.copy') }).click();
  await expect(page.getByText(text('support.nothing-personal'))).toBeVisible();
  await jobs.release();
  await photos.release();
  const erase = page.getByRole('button', { name: /^Erase photo/ });
  await expect(erase).toHaveCount(1);

  const again = await hold(page, '**/v1/getPhotos');
  const erasing = await hold(page, '**/v1/deletePhoto');
  await erase.first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('photos.erase'), exact: true })
    .click();
  await expect(page.getByRole('status').filter({ hasText: text('delete-data.running') })).toBeVisible();
  await erasing.release();
  await again.came(1);
  await expect(erase).toHaveCount(0);
  await again.release();
});
