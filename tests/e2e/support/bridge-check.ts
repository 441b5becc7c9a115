import type { Page } from '@playwright/test';
import { expect } from './story.ts';

/** Opens the page and makes these checks in turn; returns the lines of the report by title. */
export async function check(page: Page, ...titles: string[]): Promise<Map<string, string>> {
  await page.goto('/sandbox/bridge-check');
  for (const title of titles) await press(page, title);
  return linesOf(page);
}

/** Presses the button of a check and waits for its end. */
export async function press(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).click();
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: title, exact: true }) });
  await expect(row.locator('.why')).not.toHaveText(/^(no reply yet)?$/);
}

/** The lines of the report by title. */
export async function linesOf(page: Page): Promise<Map<string, string>> {
  const text = await page.getByLabel('Report').inputValue();
  const lines = [...text.matchAll(/^(passed|FAILED|open) +(.*?): (.*)$/gm)];
  return new Map(lines.map(([, state, title, why]) => [title as string, `${state}: ${why}`]));
}
