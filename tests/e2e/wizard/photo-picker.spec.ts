import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { dataOf } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expect, expectAccessible, giveCoachTime, signInPages, test } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ coach: true });

test.beforeEach(async ({ page, user }) => {
  await giveCoachTime(page);
  await signInPages(page, user);
});

/** The portrait after a change, as a file. */
async function changed(name: string, change: (photo: Sharp) => Sharp): Promise<string> {
  const file = test.info().outputPath(name);
  await change(sharp(portrait)).jpeg({ quality: 92 }).toFile(file);
  return file;
}

const mirrored = () => changed('mirrored.jpg', photo => photo.flop());
const copy = () => changed('copy.jpg', photo => photo.resize(400));

/** The front step, once its advice is there; the coach is ready for what is picked then. */
async function openFrontStep(page: Page): Promise<void> {
  const coach = page.waitForResponse(/face-weights/);
  await page.goto('/tyy/make-pic?step=front');
  await coach;
}

const counted = (done: number) => text('make-pic.count', { done, total: 5 });

test('photos of different people are never called the same; the same photo is, picked at once or after a reload', {
  tag: '@long',
}, async ({ page }) => {
  const same = page.getByText(text('coach.same'));
  await openFrontStep(page);
  await pickAt(page, text('make-pic.front-add'), portrait);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await pickAt(page, text('make-pic.add-more'), [
    await mirrored(),
    await changed('left.jpg', photo => photo.extract({ left: 20, top: 0, width: 330, height: 480 })),
  ]);
  await expect(page.locator('div[data-status="ready"]')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('heading', { name: text('make-pic.supplementary-examples') })).toBeVisible();
  await pickAt(
    page,
    text('make-pic.add-more'),
    await changed('close.jpg', photo => photo.extract({ left: 110, top: 0, width: 260, height: 300 })),
  );
  await expect(page.getByText(counted(4))).toBeVisible();
  await expect(page.locator('div[data-status="ready"]')).toHaveCount(3);
  await expect(same).toHaveCount(0);
  await pickAt(page, text('make-pic.add-more'), await copy());
  await expect(page.locator('div[data-status="ready"]')).toHaveCount(4);
  await expect(same).toHaveCount(1);
});

test('of five photos chosen at once the best one becomes the front photo, and none is held for its place', async ({
  page,
}) => {
  await openFrontStep(page);
  await pickAt(page, text('make-pic.front-add'), [
    await changed('dark.jpg', photo => photo.linear(0.2, 0)),
    await changed('blurred.jpg', photo => photo.flop().blur(12)),
    await mirrored(),
  ]);
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  await expect(page.getByText(counted(3))).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.screenshot({ path: 'test-results/screens/front-choice.png', fullPage: true });
  await expectAccessible(page);

  // The user may choose another one; what the coach has against it as the front photo is said.
  await page.getByRole('button', { name: text('make-pic.make-front', { number: 2 }) }).click();
  await expect(page.getByRole('alert')).toContainText(text('coach.dark'));
  await page.getByRole('button', { name: text('coach.use') }).click();
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await expect(
    page.getByRole('heading', { name: text('make-pic.supplementary'), exact: true }),
  ).toBeVisible();
  await expect(page.locator('div[data-status="ready"]')).toHaveCount(2);
});

test('a held photo asks where the user is, on each step, and no button leads in a circle', {
  tag: '@long',
}, async ({ page }) => {
  await openFrontStep(page);
  await pickAt(page, text('make-pic.front-add'), portrait);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await pickAt(page, text('make-pic.add-more'), 'public/icons/icon-192.png');
  await expect(page.getByRole('alert')).toContainText(text('coach.no_face'));
  const question = page.getByRole('dialog', { name: text('coach.no_face') });

  await page.getByRole('button', { name: text('make-pic.choose-template') }).click();
  await expect(question.getByRole('img')).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/held-photo.png' });
  await expectAccessible(page);
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/step=supplementary$/);

  await page.goto('/tyy/make-pic?template_id=29');
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  await question.getByRole('button', { name: text('make-pic.leave-out') }).click();
  await expect(page.getByRole('dialog', { name: text('make-pic.confirm') })).toBeVisible();
});

test('a photo of a kind that the browser does not know is told at once, before any step goes on', {
  tag: '@long',
}, async ({ page }) => {
  const heic = test.info().outputPath('IMG_1.HEIC');
  await writeFile(
    heic,
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(4000, 7)]),
  );
  await openFrontStep(page);
  await pickAt(page, text('make-pic.front-add'), heic);
  const question = page.getByRole('dialog', { name: text('make-pic.unreadable-one') });
  await expect(question).toContainText(text('make-pic.unreadable-do'));
  await page.screenshot({ path: 'test-results/screens/unreadable.png' });

  await pickAt(page, text('make-pic.choose-other'), portrait);
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
});

test('a damaged photo is reported before it is uploaded, and no way uses it; one that is cut off is sent whole', async ({
  page,
  user,
}) => {
  const damaged = test.info().outputPath('damaged.jpg');
  await writeFile(damaged, Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000, 3)]));
  const uploads: string[] = [];
  page.on('request', request => request.method() === 'PUT' && uploads.push(request.url()));
  await openFrontStep(page);
  await pickAt(page, text('make-pic.front-add'), damaged);
  const advice = page.getByRole('alert');
  await expect(advice).toContainText(text('coach.unreadable'));
  await expect(advice.getByRole('button')).toHaveText([text('coach.other')]);

  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeDisabled();
  await expect(page.getByRole('button', { name: text('make-pic.choose-template') })).toBeDisabled();
  expect(uploads).toEqual([]);

  const cutOff = test.info().outputPath('cut-off.jpg');
  await writeFile(cutOff, (await sharp(portrait).jpeg().toBuffer()).subarray(0, -2000));
  await pickAt(page, text('coach.other'), cutOff);
  await expect(page.locator('div[data-status="ready"]')).toHaveCount(1);
  const [photo] = (await dataOf(user.get('getPhotos'))).list;
  const bytes = Buffer.from(await (await page.request.get(photo?.pic_url ?? '')).body());
  await sharp(bytes, { failOn: 'error' }).stats();
});
