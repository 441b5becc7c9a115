import type { Page } from '@playwright/test';
import { type FakeShell, succeed } from '../../support/fake-shell.ts';
import { expect, givePhoto, test } from '../support/in-shell.ts';
import { inShortForm } from '../support/in-short-form.ts';
import { keptText, untilKept } from '../support/kept-text.ts';
import { pressAndConfirm, sheetsClosed } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

const photoOf = (page: Page) => page.getByRole('img', { name: text('make-pic.front-photo') });

test('a cache that was slow once still gets everything', { tag: '@long' }, async ({ page, shell }) => {
  await page.goto('/tyy/make-pic');
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  let replyNow = () => {};
  shell.on('writeCache', ({ key, value }) => {
    shell.cache.set(key, value);
    return new Promise(resolve => {
      replyNow = () => resolve(succeed({}));
    });
  });
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await expect.poll(() => shell.cache.get('tyy.wizard')).toContain('"status":"ready"');
  replyNow();
});

for (const [how, begin, end] of [
  ['does not hear', shell => shell.keepSilent('writeCache'), shell => shell.keepSilent('writeCache', false)],
  ['refuses', shell => shell.on('writeCache', () => ({ code: 5, message: '' })), () => undefined],
] as const satisfies readonly [string, ...((shell: FakeShell) => void)[]][])
  test(
    `a draft that the shell's cache ${how} is there after a restart, not the one before`,
    inShortForm(how === 'refuses'),
    async ({ page, shell }) => {
      await page.goto('/tyy/make-pic');
      await expect.poll(() => shell.cache.get('tyy.wizard')).toBeTruthy();
      begin(shell);
      await givePhoto(page);
      await untilKept(page, 'tyy.wizard', '"status":"ready"');
      await untilKept(page, 'tyy.wizard', '"step":"select"');
      end(shell);
      await page.reload();
      await expect(photoOf(page)).toBeVisible();
    },
  );

test('what is deleted while the cache is silent does not come back', { tag: '@long' }, async ({
  page,
  shell,
}) => {
  await page.goto('/tyy/make-pic');
  await givePhoto(page);
  await expect.poll(() => shell.cache.get('tyy.wizard')).toContain('"status":"ready"');
  await page.goto('/tyy/setting');
  shell.keepSilent('deleteCache');
  await pressAndConfirm(page, text('setting.log-out'), text('setting.log-out'));
  await expect.poll(() => keptText(page, 'tyy.wizard')).toBe('');
  shell.keepSilent('deleteCache', false);

  await sheetsClosed(page);
  await page.goto('/tyy/make-pic');
  await expect(page.getByRole('button', { name: text('make-pic.add-photos') })).toBeVisible();
  await expect(photoOf(page)).toHaveCount(0);
});
