/**
 * Makes README's pictures from the running app: `npm run docs -- --pics`, after a build. Needs Chromium; takes some
 * minutes. Run it again when Home, the wizard or the templates look different.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import extras from '../../src/i18n/en.extras.json' with { type: 'json' };
import words from '../../src/i18n/en.json' with { type: 'json' };
import screens from '../../src/i18n/en.screens.json' with { type: 'json' };
import { basePath, pathOf, paths } from '../../src/paths.ts';
import { launch, signIn, startApp } from '../bench/start-app.mjs';
import { readmeScreens } from './readme-screens.ts';

const text = { ...words, ...screens, ...extras };
const portrait = 'tests/testdata/astronaut.png';
const viewport = { width: 390, height: 844 };
/** Width of a phone's screen, space around it, and corner radius, in pixels. */
const layout = { phone: 312, gap: 24, radius: 24 };
const height = Math.round((layout.phone * viewport.height) / viewport.width);
/** A moment of the moving picture, and how long it stays, ms. */
const delays = { still: 1600, step: 70 };

const folder = mkdtempSync(path.join(tmpdir(), 'tyy-readme-'));
const camera = path.join(folder, 'camera.mjpeg');
const dark = path.join(folder, 'dark.jpg');
const frame = sharp(portrait).extract({ left: 135, top: 0, width: 180, height: 240 }).resize(720, 960);
writeFileSync(camera, await frame.jpeg({ quality: 90, chromaSubsampling: '4:2:0' }).toBuffer());
await sharp(portrait).linear(0.2, 0).jpeg().toFile(dark);

const fakeCamera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${camera}`];
const app = await startApp();
const browser = await chromium.launch({ ...launch, args: [...launch.args, ...fakeCamera] });
const token = await signIn(app.origin);

interface Shot {
  screen: string;
  bytes: Buffer;
}

async function shoot(page: Page): Promise<Shot> {
  const bytes = await page.screenshot({ animations: 'disabled' });
  return { screen: pathOf(new URL(page.url()).pathname), bytes };
}

async function open(address: string, token: string | null): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    isMobile: true,
    hasTouch: true,
    permissions: ['camera'],
  });
  if (token) await context.addInitScript(saved => localStorage.setItem('tyy.token', saved), token);
  const page = await context.newPage();
  // Drawing takes long on a busy machine.
  page.setDefaultTimeout(300_000);
  await page.goto(`${app.origin}${basePath}${address}`);
  return page;
}

const openStep = () => open(`${paths.makePic}?step=front`, token);

async function choosePhoto(page: Page, file: string): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text['make-pic.front-add'] }).click();
  await (await picker).setFiles(file);
}

/** Home, and its background while it is slid from photo to picture. */
async function home(): Promise<{ first: Shot; slid: Shot[] }> {
  const page = await open(paths.home, null);
  const slider = page.getByRole('slider', { name: text['home.background'] });
  await page.getByText(`2 ${text['home.free']}`).waitFor();
  const first = await shoot(page);
  const slid: Shot[] = [];
  const other = page.waitForResponse(/background-other/);
  await slider.focus();
  await (await other).finished();
  for (const place of [60, 75, 90, 75, 60, 45, 30, 15, 0]) {
    await slider.fill(String(place));
    slid.push(await shoot(page));
  }
  return { first, slid };
}

/** True once all templates in sight show the user; false if this takes too long. */
async function showsUser(page: Page): Promise<boolean> {
  await page.locator('[data-template]').first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 250));
  const drawn = page.waitForFunction(
    () => {
      const tiles = [...document.querySelectorAll('[data-template]')];
      const inView = tiles.filter(tile => tile.getBoundingClientRect().top < window.innerHeight - 120);
      return (
        inView.length > 5 &&
        inView.every(tile => tile.querySelector<HTMLImageElement>('img[src*="/previews/"]')?.complete)
      );
    },
    null,
    { timeout: 60_000 },
  );
  return drawn.then(
    () => true,
    () => false,
  );
}

async function make(): Promise<{ styles: Shot; waiting: Shot; done: Shot }> {
  const page = await openStep();
  await choosePhoto(page, portrait);
  await page.getByRole('button', { name: text['make-pic.continue'] }).click();
  await page.getByRole('button', { name: text['make-pic.skip'] }).click();
  // The app gives up on a template after a few requests; on a busy machine, a reload asks again.
  while (!(await showsUser(page))) await page.reload();
  const styles = await shoot(page);
  await page.goto(`${app.origin}${basePath}${paths.makePic}?template_id=25`);
  await page.getByRole('button', { name: new RegExp(`^${text['make-pic.use']}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: text['make-pic.make'] }).click();
  await page.waitForURL(`**${paths.making}?**`);
  await page.getByRole('progressbar').first().waitFor();
  const waiting = await shoot(page);
  await page.waitForURL(`**${paths.pic}?**`);
  await page.waitForFunction(() => {
    const pics = [...document.querySelectorAll<HTMLImageElement>('main img')];
    return pics.length > 4 && pics.slice(0, 5).every(pic => pic.naturalWidth > 0);
  });
  return { styles, waiting, done: await shoot(page) };
}

async function coach(): Promise<Shot> {
  const page = await openStep();
  await choosePhoto(page, dark);
  await page.getByRole('alert').scrollIntoViewIfNeeded();
  return shoot(page);
}

async function selfie(): Promise<Shot> {
  const page = await openStep();
  await page.getByRole('button', { name: text['make-pic.selfie'] }).click();
  await page.getByText(text['selfie.ready']).waitFor();
  return shoot(page);
}

/** Throws if other screens were taken than `readmeScreens` names. */
function check(file: keyof typeof readmeScreens, shots: Shot[]): void {
  const taken = shots.map(({ screen }) => screen).join();
  if (taken !== readmeScreens[file].join()) throw new Error(`docs/${file} would show ${taken}`);
}

const scaled = ({ bytes }: Shot) => sharp(bytes).resize(layout.phone, height);

async function drawRow(file: 'screens.png' | 'highlights.png', shots: Shot[]): Promise<void> {
  check(file, shots);
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.phone}" height="${height}"><rect width="100%" height="100%" rx="${layout.radius}"/></svg>`;
  const phones = await Promise.all(
    shots.map(shot =>
      scaled(shot)
        .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
        .png()
        .toBuffer(),
    ),
  );
  const { gap, phone } = layout;
  const width = gap + phones.length * (phone + gap);
  await sharp({ create: { width, height: height + 2 * gap, channels: 3, background: '#e3d9cd' } })
    .composite(phones.map((input, place) => ({ input, top: gap, left: gap + place * (phone + gap) })))
    .png({ palette: true, quality: 90 })
    .toFile(`docs/${file}`);
}

const { first, slid } = await home();
// Before the first set, because the app later offers the earlier photo.
const [advice, guide] = [await coach(), await selfie()];
const { styles, waiting, done } = await make();
await drawRow('screens.png', [first, styles, done]);
await drawRow('highlights.png', [styles, advice, guide]);

check('way.webp', [first, styles, waiting, done]);
const moments = [first, ...slid, styles, waiting, done];
const frames = await Promise.all(moments.map(shot => scaled(shot).png().toBuffer()));
const delay = moments.map(shot => (slid.slice(0, -1).includes(shot) ? delays.step : delays.still));
await sharp(frames, { join: { animated: true } })
  .webp({ quality: 70, effort: 6, loop: 0, delay })
  .toFile('docs/way.webp');

await browser.close();
app.close();
rmSync(folder, { recursive: true });
