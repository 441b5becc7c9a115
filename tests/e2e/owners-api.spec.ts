import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Page } from '@playwright/test';
import Fastify from 'fastify';
import sharp from 'sharp';
import { openDatabase } from '../../server/db/database.ts';
import { openEndpoints } from '../../server/store/local-storage.ts';
import { ossEndpoint } from '../../server/store/oss/oss-endpoint.ts';
import type { SpecUser } from '../support/network/spec-account.ts';
import { openSpecApi, type SpecApi } from '../support/network/spec-api.ts';
import { portrait } from '../support/portrait.ts';
import { expect, test } from './support/backends.ts';
import { expectPictures } from './support/service-worker.ts';
import { agreeWhenAsked, limitEngine } from './support/story.ts';
import { addFrontPhoto, chooseMoreAndConfirm, chooseTemplate, make, pickAt } from './support/wizard.ts';
import { text } from './support/words.ts';

test.use({ serviceWorkers: 'allow' });

/** Port for the operator's own API. The build of the app contains this port. */
const apiPort = 8796;
/** Port for the pictures and the login dialog. */
const picturesPort = 8795;
const folder = 'test-results/owners-app';

/** The operator's servers: the app's static host, an API, an origin with pictures without CORS, and an object store. */
interface OwnersWorld {
  app: string;
  api: SpecApi;
  close(): Promise<void>;
}

/** Builds the app for the operator's API, once for all stories. */
async function buildOwnersApp(): Promise<void> {
  const settings = {
    VITE_API_BASE: `http://127.0.0.1:${apiPort}`,
    NODE_ENV: 'production',
    VITE_LOGIN_DIALOG_URL: `http://127.0.0.1:${picturesPort}/login`,
  };
  const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', `${folder}/tyy`, '--emptyOutDir'];
  execFileSync(process.execPath, build, { env: { ...process.env, ...settings }, stdio: 'pipe' });
}

async function openOwnersWorld(): Promise<OwnersWorld> {
  const host = await openHost();
  const app = host.origin;
  const pictures = await openPictures();
  const uploads = await openStore();
  const api = await openSpecApi({
    port: apiPort,
    app,
    pictures: pictures.origin,
    uploads: uploads.credentialsFor,
  });
  return {
    app,
    api,
    async close() {
      await api.close();
      await uploads.close();
      await pictures.close();
      await host.close();
    },
  };
}

let world: OwnersWorld;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await buildOwnersApp();
  world = await openOwnersWorld();
});
// `limitEngine` turns the coach off, because the coach would reject these small and similar photos.
test.beforeEach(({ context, page }) => Promise.all([limitEngine(context), agreeWhenAsked(page)]));
test.afterEach(() => {
  world.api.isBare = false;
  expect(world.api.strange.splice(0)).toEqual([]);
});
test.afterAll(() => world?.close());

/** Five different photos with Chinese file names. */
function fivePhotos(): Promise<string[]> {
  return Promise.all(
    [1, 2, 3, 4, 5].map(async number => {
      const file = test.info().outputPath(`自拍 ${number}.png`);
      await sharp(portrait)
        .resize(300 + number)
        .toFile(file);
      return file;
    }),
  );
}

const newestUser = (): SpecUser => [...world.api.users.values()].at(-1)!;

async function signIn(page: Page): Promise<SpecUser> {
  await page.goto(`${world.app}/tyy/personal-center`);
  await page.waitForURL('**/login?**');
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.waitForURL('**/tyy/personal-center');
  await expect(page.getByRole('link', { name: text('pic-list.title') })).toBeVisible();
  return newestUser();
}

test('five photos become only one job if the response with the job is lost', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await signIn(page);
  const [front = '', ...others] = await fivePhotos();
  await page.goto(`${world.app}/tyy/make-pic`);
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await pickAt(page, text('make-pic.front-add'), front);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await pickAt(page, text('make-pic.add-more'), others);
  await expect(page.getByText(text('make-pic.count', { done: 5, total: 5 }))).toBeVisible();
  await page.getByRole('button', { name: text('make-pic.choose-template') }).click();
  await chooseTemplate(page, 1);

  world.api.loseNext = 'goTrainAndGeneratePic';
  await make(page, text);

  await page.waitForURL('**/pic?**');
  expect(user.jobs).toHaveLength(1);
  const names = user.photos.map(address => decodeURIComponent(address).split('/').at(-1));
  expect(names).toEqual(
    [1, 2, 3, 4, 5].map(number => expect.stringMatching(`^自拍-${number}_[0-9a-f]{20}\\.`)),
  );
  await expectPictures(page, 2, text('retry'));

  await page.getByRole('button', { name: text('pic.save') }).click();
  await expect(page.getByText(text('pic.long-press'))).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: text('pic.share') }).click();
  await expect(page.getByText(text('pic.share.long-press'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('');
  await page.goBack();
  await chooseMoreAndConfirm(page, text, 'delete', text('delete'));
  await expect(page.getByText(text('pic.deleted'))).toBeVisible();
  expect(user.jobs[0]?.deletedPics).toHaveLength(1);
});

test('with an API that has only the specified calls, a job works and is paid once', async ({ page }) => {
  world.api.isBare = true;
  const user = await signIn(page);
  await page.goto(`${world.app}/tyy/make-pic`);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 1);
  world.api.log.length = 0;
  await make(page, text);

  await page.waitForURL('**/pic?**');
  await expectPictures(page, 2, text('retry'));
  await page.getByRole('button', { name: text('pic.more') }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: text('delete') })).toHaveCount(0);
  await page.goto(`${world.app}/tyy/pic-list`);
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await page.waitForURL('**/pic?**');
  await page.goto(`${world.app}/tyy/coin-flow`);
  await expect(page.getByText('A picture')).toHaveCount(1);
  expect(world.api.log.filter(name => name === 'goTrainAndGeneratePic')).toHaveLength(1);
  expect(user).toMatchObject({ coins: 30, jobs: [{ template_id: 2 }] });
});

/** A static host for the app. Addresses without a file get index.html. */
async function openHost() {
  const host = Fastify({ forceCloseConnections: true });
  await host.register(fastifyStatic, { root: path.resolve(folder), cacheControl: false });
  host.setNotFoundHandler(({ url }, reply) =>
    path.extname(url) ? reply.code(404).send() : reply.sendFile('tyy/index.html'),
  );
  return { origin: await host.listen({ host: '127.0.0.1', port: 0 }), close: () => host.close() };
}

/** Serves a picture without CORS at all .png addresses, and the login dialog at others. */
async function openPictures() {
  const colours = { r: 200, g: 90, b: 60 };
  const body = await sharp({ create: { width: 60, height: 80, channels: 3, background: colours } })
    .png()
    .toBuffer();
  const server = Fastify({ forceCloseConnections: true });
  server.get('*', ({ url, query }, reply) =>
    /\.png/.test(url)
      ? reply.type('image/png').header('cache-control', 'max-age=60').send(body)
      : reply.type('text/html').send(`<a href="${signedIn(query as SignInQuery)}">Go on</a>`),
  );
  return {
    origin: await server.listen({ host: '127.0.0.1', port: picturesPort }),
    close: () => server.close(),
  };
}

interface SignInQuery {
  redirect_uri: string;
  state: string;
}

function signedIn({ redirect_uri, state }: SignInQuery): string {
  return `${redirect_uri}#access_token=${encodeURIComponent(`sandbox:${Date.now()}`)}&amp;state=${state}`;
}

/** Opens an OSS-compatible store for uploads from any origin. */
async function openStore() {
  const data = await mkdtemp(path.join(tmpdir(), 'tyy-owner-'));
  const db = await openDatabase({ dataDir: data, databaseUrl: 'memory://' });
  const secret = new TextEncoder().encode('a secret of the story');
  const endpoints = await openEndpoints({ dataDir: data, secret, db, clock: Date.now, onProblem: () => {} });
  const { credentials } = endpoints;
  const server = Fastify();
  const bucket = 'owners-photos';
  await server.register(ossEndpoint, { ...endpoints, db, bucket, isActive: async () => true });
  const endpoint = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    credentialsFor(user: string) {
      const prefix = `photos/${Buffer.from(user).toString('hex')}/`;
      return { ...credentials.issue(prefix, user), region: 'oss-cn-hangzhou', bucket, endpoint, prefix };
    },
    async close() {
      await server.close();
      await db.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
