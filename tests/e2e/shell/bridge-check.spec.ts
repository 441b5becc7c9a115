import sharp from 'sharp';
import { succeed } from '../../support/fake-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { check, linesOf, press } from '../support/bridge-check.ts';
import { expect, test } from '../support/in-shell.ts';
import { expectAccessible } from '../support/story.ts';

const methods =
  'takePhoto openAlbum importPicture savePicture pay subscription restore share login readCache writeCache deleteCache showFullScreenAd showRewardedAd closeBannerAd';

test('in a right shell every method and every trial passes, and the report says so', async ({
  page,
  shell,
}) => {
  const photo = await sharp(portrait).resize(4000, 3000, { fit: 'cover' }).jpeg({ quality: 50 }).toBuffer();
  shell.on('openAlbum', () => succeed({ pictures: { 0: photo.toString('base64') } }));
  const titles = [...methods.split(' '), 'User agent', 'A method that does not exist', 'Calls that are none'];
  const found = await check(
    page,
    ...titles,
    '20 calls at once',
    'A picture of 12 megapixels',
    'One reply a call',
  );

  for (const [title, line] of found) {
    if (/reload|restore after/.test(title)) expect(line, title).toBe('open: not tried');
    else expect(line, title).toMatch(/^passed/);
  }
  expect(found.get('User agent')).toContain('language zh-CN; called through tyyShell (Android)');
  expect(found.get('A picture of 12 megapixels')).toContain('4000 × 3000 px');
  expect(found.get('pay')).toContain('the server took the receipt');
  expect(await page.getByLabel('Report').inputValue()).not.toMatch(/sandbox:User|"receipt":"[^…]/);

  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: 'test-results/screens/bridge-check.png' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screens/bridge-check-dark.png', fullPage: true });
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
});

test('a reload while the pay sheet is open, and a kill: restore hands the receipt out, or the check says that it is lost', async ({
  page,
  shell,
}) => {
  shell.on('pay', async ({ order_id }) => {
    await shell.store.sell({ order_id });
    // Sold, and the reply never comes.
    return null;
  });
  const reload = 'A reload while the pay sheet is open';
  await page.goto('/sandbox/bridge-check');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: reload }).click();
  await reloaded;
  await press(page, reload);
  expect((await linesOf(page)).get(reload)).toMatch(/^passed: restore handed out the receipt/);

  const kill = 'restore after a kill';
  await page.getByRole('button', { name: kill }).click();
  await expect.poll(() => shell.store.receipts.length).toBe(2);
  shell.on('restore', () => ({ code: 2, message: 'Nothing' }));
  await page.reload();
  await press(page, kill);
  expect((await linesOf(page)).get(kill)).toMatch(/^open: refused with code 2.*the receipt is lost/);
});
