import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openTestBackend, type TestBackend } from '../../server/support/backend.ts';
import { expect } from './story.ts';

/** The built app on a backend that has very many templates, "Style 1" and so on. */
export async function openManyTemplates(count: number): Promise<TestBackend> {
  const backend = await openTestBackend({ APP_DIR: process.env.APP_DIR ?? 'dist/app' });
  const templates = backend.services.templates.all;
  const [example] = templates;
  if (!example) throw new Error('there is no template');
  templates.length = 0;
  for (let id = 1; id <= count; id++) {
    templates.push({ ...example, id, title: { en: `Style ${id}`, zh: `风格 ${id}` } });
  }
  return backend;
}

/** Gives the page one plain picture for all templates. */
export async function sendPlainPictures(page: Page): Promise<void> {
  const picture = await sharp({ create: { width: 3, height: 4, channels: 3, background: '#86a277' } })
    .png()
    .toBuffer();
  await page.route('**/template-pics/**', route =>
    route.fulfill({ body: picture, contentType: 'image/png' }),
  );
}

/** Scrolls to a template that is not loaded yet, by half a screen at a time: at the end of the list it could be passed unseen. */
export async function scrollTo(page: Page, title: string): Promise<void> {
  const template = page.getByRole('radio', { name: title, exact: true });
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, innerHeight / 2));
    await expect(template).toBeAttached({ timeout: 100 });
  }).toPass({ intervals: [50] });
}
