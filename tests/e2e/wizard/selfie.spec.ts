import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LaunchOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { launch } from '../../../scripts/bench/start-app.mjs';
import { dataOf } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { test as base, expect, expectAccessible, giveCoachTime, openSignedIn } from '../support/story.ts';
import { text } from '../support/words.ts';

/** Makes the fake camera's picture: the portrait with a red left edge, in a phone's portrait format. */
async function cameraScene(): Promise<string> {
  const edge = { create: { width: 24, height: 960, channels: 3 as const, background: 'red' } };
  const frame = await sharp(portrait)
    .extract({ left: 135, top: 0, width: 180, height: 240 })
    .resize(720, 960)
    .composite([{ input: edge, left: 0, top: 0 }])
    .jpeg({ quality: 90, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'tyy-camera-')), 'camera.mjpeg');
  await writeFile(file, frame);
  return file;
}

const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({}, use) => {
      const camera = `--use-file-for-fake-video-capture=${await cameraScene()}`;
      await use({ ...launch, args: [...launch.args, '--use-fake-device-for-media-stream', camera] });
    },
    { scope: 'worker' },
  ],
});

test.use({ coach: true, permissions: ['camera'] });

const dialog = (page: Page) => page.getByRole('dialog', { name: text('make-pic.selfie') });

/** Records the cameras that the page opens. */
function noteCameras(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const streams: MediaStream[] = [];
    Object.assign(window, { streams });
    navigator.mediaDevices.getUserMedia = async constraints => {
      const stream = await open(constraints);
      streams.push(stream);
      return stream;
    };
  });
}

function camerasOn(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] };
    return streams.flatMap(stream => stream.getTracks()).filter(track => track.readyState === 'live').length;
  });
}

test.beforeEach(({ page }) => giveCoachTime(page));

test('the selfie screen waits for the coach before it takes a photo, then switches the camera off', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await noteCameras(page);
  await openSignedIn(page, user, '/make-pic?step=front');
  const open = page.getByRole('button', { name: text('make-pic.selfie') });
  const shutter = dialog(page).getByRole('button', { name: text('selfie.take') });

  await open.click();
  await expect(dialog(page).locator('video')).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(open).toBeFocused();
  expect(await camerasOn(page)).toBe(0);

  await open.click();
  await expect(dialog(page).getByRole('status')).toHaveText(text('selfie.ready'));
  await expect(shutter).toBeEnabled();
  await page.screenshot({ path: 'test-results/screens/selfie.png' });
  await expectAccessible(page);
  await context.setOffline(true);
  await shutter.press('Enter');
  await expect(page.getByText(text('make-pic.offline'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  expect(await camerasOn(page)).toBe(0);

  const { list } = await dataOf(user.get('getPhotos'));
  const photo = sharp(Buffer.from(await (await fetch(list[0]!.pic_url)).arrayBuffer()));
  expect(await photo.metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 960 });
  const [red = 0, green = 0] = await photo
    .extract({ left: 4, top: 400, width: 8, height: 8 })
    .raw()
    .toBuffer();
  // The red edge is still on the left, so the photo is not mirrored.
  expect(red - green).toBeGreaterThan(150);
});
