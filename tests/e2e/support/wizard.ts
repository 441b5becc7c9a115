import type { Page } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { expect, pressAndConfirm } from './story.ts';
import type { wordsOf } from './words.ts';

type Words = ReturnType<typeof wordsOf>;

/** Chooses a file at the next picker that a tap on the button opens. */
export async function pickAt(page: Page, button: string, files: string | string[]): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await picker).setFiles(files);
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
