import type { LaunchOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { launch } from '../../../scripts/bench/start-app.mjs';
import { dataOf } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { turnedPortrait } from '../../support/turned-portrait.ts';
import { cameraScene } from '../support/camera-scene.ts';
import { test as base, expect, expectAccessible, sheetsClosed, signInPages } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const camera = `--use-file-for-fake-video-capture=${await cameraScene()}`;
      await use({ ...launch, args: [...launch.args, '--use-fake-device-for-media-stream', camera] });
    },
    { scope: 'worker' },
  ],
});

test.use({ coach: true, permissions: ['camera'] });

const text = wordsOf('en');
const dialog = (page: Page) => page.getByRole('dialog', { name: text('make-pic.selfie') });

/** Has the camera see a wall until the page says `wall = false`. */
function showWallFirst(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    Object.assign(window, { wall: true, streams: [] });
    navigator.mediaDevices.getUserMedia = async constraints => {
      const world = window as unknown as { wall: boolean; streams: MediaStream[] };
      const stream = world.wall ? wallStream() : await open(constraints);
      world.streams.push(stream);
      return stream;
    };
    function wallStream(): MediaStream {
      const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 640 });
      const context = canvas.getContext('2d')!;
      const paint = () => {
        context.fillStyle = `rgb(150 140 ${120 + (Date.now() % 2)})`;
        context.fillRect(0, 0, 480, 640);
        requestAnimationFrame(paint);
      };
      paint();
      return canvas.captureStream(15);
    }
  });
}

function camerasOn(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] };
    return streams.flatMap(stream => stream.getTracks()).filter(track => track.readyState === 'live').length;
  });
}

// On a busy machine the coach may need longer than the app would wait for it; the user need not be as patient.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const { setTimeout: wait } = window;
    const delays: Record<number, number> = { 1500: 60_000, 4000: 400 };
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0) => wait(run, delays[delay] ?? delay),
    });
  }),
);

test('the guide says what to do, and its shutter is ready when the coach is', { tag: '@long' }, async ({
  page,
  context,
  user,
}) => {
  await showWallFirst(page);
  await signInPages(page, user);
  await page.goto('/tyy/make-pic?step=front');
  const open = page.getByRole('button', { name: text('make-pic.selfie') });
  const shutter = dialog(page).getByRole('button', { name: text('selfie.take') });

  await open.click();
  await expect(dialog(page).getByRole('status')).toHaveText(text('coach.no_face.now'));
  await expect(dialog(page).getByRole('button', { name: text('selfie.anyway') })).toBeEnabled();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(open).toBeFocused();
  expect(await camerasOn(page)).toBe(0);

  await page.evaluate(() => Object.assign(window, { wall: false }));
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
  // As others see the user: what is left in the world stays left.
  expect(red - green).toBeGreaterThan(150);
});

/** Degrees by which the head is turned in front of the camera, to the user's left where they are above 0; `lamp`: beside a lamp. */
const turns = { ahead: 0, left: 38, right: -38, lamp: 0 };

/** A picture of the camera, lit from one side. */
async function besideLamp(jpeg: Buffer): Promise<Buffer> {
  const shadow = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640"><linearGradient id="shadow">
    <stop offset="0.2" stop-color="#fff"/><stop offset="0.8" stop-color="#444"/></linearGradient>
    <rect width="480" height="640" fill="url(#shadow)"/></svg>`;
  const layer = { input: Buffer.from(shadow), blend: 'multiply' as const };
  return sharp(jpeg).composite([layer]).jpeg().toBuffer();
}

/** Has the camera see a user who turns the head as the page says (`turn = 'left'`). */
async function showTurningHead(page: Page): Promise<void> {
  const faces = await Promise.all(
    Object.entries(turns).map(async ([turn, degrees]) => {
      const picture = await turnedPortrait(degrees);
      const jpeg = turn === 'lamp' ? await besideLamp(picture) : picture;
      return [turn, `data:image/jpeg;base64,${jpeg.toString('base64')}`] as const;
    }),
  );
  await page.addInitScript(addresses => {
    const pictures = Object.fromEntries(
      addresses.map(([turn, src]) => [turn, Object.assign(new Image(), { src })]),
    );
    const world = Object.assign(window as unknown as { turn: string }, { turn: 'ahead' });
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 640 });
      const context = canvas.getContext('2d')!;
      const paint = () => {
        context.drawImage(pictures[world.turn]!, 0, 0);
        requestAnimationFrame(paint);
      };
      paint();
      return canvas.captureStream(15);
    };
  }, faces);
}

test('the later photos are ready when the head is turned to its side, and when the light is another', {
  tag: '@long',
}, async ({ page, user }) => {
  await showTurningHead(page);
  await signInPages(page, user);
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();

  const turn = (to: keyof typeof turns) => page.evaluate(to => Object.assign(window, { turn: to }), to);
  const advice = dialog(page).getByRole('status');
  for (const [goal, before, words, after] of [
    ['left', 'ahead', 'turn_left', 'left'],
    ['right', 'left', 'turn_right', 'right'],
    ['smile', 'right', null, 'ahead'],
    ['light', 'ahead', 'same_light', 'lamp'],
  ] as const) {
    await turn(before);
    await page.getByRole('button', { name: text('make-pic.selfie') }).click();
    await expect(dialog(page).getByText(text(`selfie.goal.${goal}`))).toBeVisible();
    if (words) await expect(advice).toHaveText(text(`selfie.${words}`));
    await turn(after);
    await expect(advice).toHaveText(text(goal === 'smile' ? 'selfie.ready_smile' : 'selfie.ready'));
    await page.screenshot({ path: `test-results/screens/selfie-${goal}.png` });
    await dialog(page)
      .getByRole('button', { name: text('selfie.take') })
      .press('Enter');
    if (goal !== 'smile') continue;
    await expect.poll(async () => (await dataOf(user.get('getPhotos'))).list.length).toBe(4);
    await sheetsClosed(page);
    // What the coach has seen in the front photo ends with the page; its file does not.
    await page.reload();
  }
  await expect(page.getByText(text('make-pic.count', { done: 5, total: 5 }))).toBeVisible();
});
