import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { findOthers } from '../../../server/generator/local/find-others.ts';
import { aTiltedPhoto } from '../../server/generator/a-photo.ts';
import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, giveCoachTime, nameYourself } from '../support/story.ts';
import { anotherPerson } from '../support/travel-photos.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ coach: true });

test('somebody else among the photos is asked about, with the photo, and leaves with a tap', {
  tag: '@long',
}, async ({ page, userName, backend }) => {
  // The backend of stories draws plain pictures; people are compared as they are everywhere, by models that are loaded.
  const front = await readFile(portrait);
  await findOthers([front, front]);
  backend.tryOnDrawer.findOthers = findOthers;
  await giveCoachTime(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/tyy/make-pic?step=front');
  await nameYourself(page, userName);
  await pickAt(page, text('make-pic.front-add'), portrait);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  const same = test.info().outputPath('same.jpg');
  await sharp(await aTiltedPhoto(-20)).toFile(same);
  const other = await anotherPerson();
  await pickAt(page, text('make-pic.add-more'), [same, other]);
  const question = page.getByRole('alert');
  await expect(question).toContainText(text('coach.other-person'));
  await expect(question).toContainText(text('make-pic.photo', { number: 3 }));
  await expect(question).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: text('make-pic.choose-template') }).click();
  const sheet = page.getByRole('dialog', { name: text('coach.other-person') });
  await expect(sheet.getByRole('img')).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/other-person-sheet.png' });
  await sheet.getByRole('button', { name: text('make-pic.leave-out') }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(page.getByRole('img', { name: text('make-pic.photo', { number: 2 }) })).toBeVisible();
  await expect(page.getByRole('img', { name: text('make-pic.photo', { number: 3 }) })).toHaveCount(0);
});
