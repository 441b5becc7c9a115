import { expect, type Page } from '@playwright/test';
import type { SpecUser } from '../../support/spec-account.ts';
import type { OwnersWorld } from './owners-world.ts';
import { expectPictures } from './service-worker.ts';
import { wordsOf } from './words.ts';

const text = wordsOf('en');

/** The user who signed in last. */
export const newestUser = ({ api }: OwnersWorld): SpecUser => [...api.users.values()].at(-1)!;

/** Signs in a new user on a page of the owner's app. */
export async function signIn(page: Page, world: OwnersWorld): Promise<SpecUser> {
  await page.goto(`${world.app}/tyy/personal-center`);
  await page.waitForURL('**/login?**');
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.waitForURL('**/tyy/personal-center');
  await expect(page.getByRole('link', { name: text('pic-list.title') })).toBeVisible();
  return newestUser(world);
}

/** Opens Home, the templates and the apps, and sees each picture of them. */
export async function seeAllPictures(page: Page, { app }: OwnersWorld): Promise<void> {
  await page.goto(`${app}/tyy/`);
  await expectPictures(page, 4, text('retry'));
  await page.goto(`${app}/tyy/make-pic`);
  await page.getByRole('radio').last().scrollIntoViewIfNeeded();
  await expectPictures(page, 9, text('retry'));
  await page.goto(`${app}/tyy/apps`);
  await expectPictures(page, 1, text('retry'));
}
