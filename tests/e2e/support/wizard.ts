import type { Page } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { expect, pressAndConfirm } from './story.ts';
import type { wordsOf } from './words.ts';

type Words = ReturnType<typeof wordsOf>;

export async function pickAt(page: Page, button: string, files: string | string[]): Promise<void> {
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  await picker.setFiles(files);
}

/** Adds a front photo in the empty wizard, and continues to the templates without more photos. */
export async function addFrontPhoto(page: Page, text: Words): Promise<void> {
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await pickAt(page, text('make-pic.front-add'), portrait);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
  await expect(page.getByText(text('make-pic.templates'))).toBeVisible();
}

/** Chooses a template by its index in the grid. */
export async function chooseTemplate(page: Page, place: number): Promise<void> {
  await page.getByRole('radio').nth(place).click({ force: true });
}

export async function make(page: Page, text: Words): Promise<void> {
  await pressAndConfirm(page, new RegExp(`^${text('make-pic.use')}`), text('make-pic.make'));
}

/** Choices in a picture's sheet "More", each with the title of the question that follows. */
const questions = {
  delete: 'pic.delete.question',
  'pic.share.link': 'share-card.ask',
  'reject.redo': 'reject.title',
} as const;

/** Reopens a picture's sheet "More" until it offers the choice, because an open sheet gets no new choices. */
async function chooseMore(page: Page, text: Words, choice: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: text('pic.more') });
  const wanted = sheet.getByRole('button', { name: choice, exact: true });
  await expect(async () => {
    await page.getByRole('button', { name: text('pic.more'), exact: true }).click();
    await expect(sheet).toBeVisible();
    if (await wanted.isVisible()) return;
    await sheet.getByRole('button', { name: text('cancel') }).click();
    throw new Error(`"${choice}" is not offered`);
  }).toPass();
  await wanted.click();
}

/** Presses a choice in the sheet "More" and confirms it. */
export async function chooseMoreAndConfirm(
  page: Page,
  text: Words,
  choice: keyof typeof questions,
  next: string,
): Promise<void> {
  await chooseMore(page, text, text(choice));
  const question = page.getByRole('dialog', { name: text(questions[choice]) });
  await question.getByRole('button', { name: next, exact: true }).click();
}
