import type { Page } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { expect, pressAndConfirm } from './story.ts';
import type { wordsOf } from './words.ts';

type Words = ReturnType<typeof wordsOf>;

/** Chooses a file at the next picker that a tap on the button opens. */
export async function pickAt(page: Page, button: string, files: string | string[]): Promise<void> {
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  await picker.setFiles(files);
}

/** From the empty wizard: adds a front photo and goes on to the templates with it alone. */
export async function addFrontPhoto(page: Page, text: Words, file = portrait): Promise<void> {
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await pickAt(page, text('make-pic.front-add'), file);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
  await expect(page.getByText(text('make-pic.templates'))).toBeVisible();
}

/** Chooses the template at a place of the grid, counted from 0. */
export async function chooseTemplate(page: Page, place: number): Promise<void> {
  await page.getByRole('radio').nth(place).click({ force: true });
}

/** Starts the generation and agrees to its cost. */
export async function make(page: Page, text: Words): Promise<void> {
  await pressAndConfirm(page, new RegExp(`^${text('make-pic.use')}`), text('make-pic.make'));
}

/** What the sheet "More" of a picture offers, each with the question that follows. */
const questions = {
  delete: 'pic.delete.question',
  'share-card.make': 'share-card.ask',
  'reject.redo': 'reject.title',
  'reject.coins': 'reject.title',
} as const;

/** Chooses something of the sheet "More" of a picture, as soon as it is offered: a sheet that is open stays as it is. */
export async function chooseMore(page: Page, text: Words, choice: string): Promise<void> {
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

/** Chooses something of that sheet, and goes on with it at the question that follows. */
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
