// Makes docs/highlights.png for the README from screenshots of the app: `node scripts/draw-highlights.mjs`, after a
// build. Run it again when the wizard or the templates look different.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { launch, signIn, startApp } from './bench/start-app.mjs';
import { readOptions } from './options.mjs';

readOptions({});

const portrait = 'tests/testdata/astronaut.png';
const phone = { width: 390, height: 844 };
/** Width of a phone's screen, space around it, and corner radius, in pixels. */
const layout = { phone: 312, gap: 24, radius: 24 };

const folder = mkdtempSync(path.join(tmpdir(), 'tyy-highlights-'));
const camera = path.join(folder, 'camera.mjpeg');
const dark = path.join(folder, 'dark.jpg');
const frame = sharp(portrait).extract({ left: 135, top: 0, width: 180, height: 240 }).resize(720, 960);
writeFileSync(camera, await frame.jpeg({ quality: 90, chromaSubsampling: '4:2:0' }).toBuffer());
await sharp(portrait).linear(0.2, 0).jpeg().toFile(dark);

const fakeCamera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${camera}`];
const app = await startApp();
const browser = await chromium.launch({ ...launch, args: [...launch.args, ...fakeCamera] });
const token = await signIn(app.origin);

/** Opens the wizard's front photo step as a user without photos. */
async function openStep() {
  const context = await browser.newContext({
    viewport: phone,
    isMobile: true,
    hasTouch: true,
    permissions: ['camera'],
  });
  await context.addInitScript(saved => localStorage.setItem('tyy.token', saved), token);
  const page = await context.newPage();
  await page.goto(`${app.origin}/tyy/make-pic?step=front`);
  return page;
}

async function choosePhoto(page, file) {
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a front photo' }).click();
  await (await picker).setFiles(file);
}

/** Screenshot of the coach warning about a photo before its upload. */
async function coach() {
  const page = await openStep();
  await choosePhoto(page, dark);
  await page.getByRole('alert').scrollIntoViewIfNeeded();
  return page.screenshot();
}

/** Screenshot of the guided selfie when the shutter is ready. */
async function selfie() {
  const page = await openStep();
  await page.getByRole('button', { name: 'Take a guided selfie' }).click();
  await page.getByText('Good. Hold still.').waitFor();
  return page.screenshot();
}

/** Screenshot of the template grid with the user's try-ons. */
async function seeYourself() {
  const page = await openStep();
  await choosePhoto(page, portrait);
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.getByRole('button', { name: /^Skip/ }).click();
  await page.locator('[data-template]').first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 250));
  await page.waitForFunction(() => {
    const tiles = [...document.querySelectorAll('[data-template]')];
    const inView = tiles.filter(tile => tile.getBoundingClientRect().top < window.innerHeight - 120);
    return inView.length > 5 && inView.every(tile => tile.querySelector('img[src*="/previews/"]')?.complete);
  });
  return page.screenshot({ animations: 'disabled' });
}

/** Scales a screenshot to the layout and rounds its corners. */
async function asPhone(screenshot) {
  const height = Math.round((layout.phone * phone.height) / phone.width);
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.phone}" height="${height}"><rect width="100%" height="100%" rx="${layout.radius}"/></svg>`;
  return sharp(screenshot)
    .resize(layout.phone, height)
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer({ resolveWithObject: true });
}

const phones = [];
for (const take of [seeYourself, coach, selfie]) phones.push(await asPhone(await take()));
const { gap } = layout;
await sharp({
  create: {
    width: gap + phones.length * (layout.phone + gap),
    height: phones[0].info.height + 2 * gap,
    channels: 3,
    background: '#e3d9cd',
  },
})
  .composite(
    phones.map(({ data }, place) => ({ input: data, top: gap, left: gap + place * (layout.phone + gap) })),
  )
  .png({ palette: true, quality: 90 })
  .toFile('docs/highlights.png');

await browser.close();
app.close();
rmSync(folder, { recursive: true });
