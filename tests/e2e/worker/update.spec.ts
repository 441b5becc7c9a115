import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import packageJson from '../../../package.json' with { type: 'json' };
import { freePort } from '../../../scripts/bench/start-app.mjs';
import { putEmptyDatabase } from '../../server/support/test-database.ts';
import { signInAt } from '../../support/api/api.ts';
import { until } from '../../support/until.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { chooseTemplate } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

const before = packageJson.version;
const after = '7.1.0';

/** The folder with the releases, the served copy and the product's data. */
let root = '';
let origin = '';
let product: ChildProcess;

/** Serves another release and removes the files of the previous release. */
async function release(version: string): Promise<void> {
  await rm(path.join(root, 'served'), { recursive: true, force: true });
  await cp(path.join(root, version), path.join(root, 'served'), { recursive: true });
}

/** Starts the built product, always with the same data and port. */
async function start(): Promise<void> {
  product = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      PORT: new URL(origin).port,
      DATA_DIR: path.join(root, 'data'),
      TEMPLATE_PREVIEWS: '0',
      APP_DIR: path.join(root, 'served'),
    },
    stdio: 'inherit',
  });
  await until(async () => {
    if (product.exitCode !== null) throw new Error(`the product ended with ${product.exitCode}`);
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    return response?.ok || null;
  });
}

/** Ends the product without a shutdown, like a crash. */
async function kill(): Promise<void> {
  const ended = new Promise(resolve => product.once('exit', resolve));
  product.kill('SIGKILL');
  await ended;
}

test.beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tyy-releases-'));
  const { NODE_ENV } = process.env;
  await cp('dist/app', path.join(root, before), { recursive: true });
  await build({
    define: { __APP_VERSION__: JSON.stringify(after) },
    build: { outDir: path.join(root, after), emptyOutDir: true },
    logLevel: 'error',
  });
  // Undo Vite's NODE_ENV 'production', with which users could not sign in at the sandbox.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  await release(before);
  await mkdir(path.join(root, 'data'));
  await putEmptyDatabase(path.join(root, 'data'));
  origin = `http://127.0.0.1:${await freePort()}`;
  await start();
});

test.afterAll(async () => {
  await kill();
  await rm(root, { recursive: true });
});

const offer = (page: Page) => page.getByText(text('update.ready'));

test('an app update keeps the other tab and its draft', async ({ page: settings, context, userName }) => {
  await signInPages(context, await signInAt(origin, userName));
  await settings.goto(`${origin}/tyy/setting`);
  await untilOfflineReady(settings);
  await expect(settings.getByText(before)).toBeVisible();
  const wizard = await context.newPage();
  await wizard.goto(`${origin}/tyy/make-pic`);
  await chooseTemplate(wizard, 2);
  // The flag disappears when the page reloads.
  await wizard.evaluate(() => Object.assign(window, { isOldPage: true }));
  const isOldPage = () => wizard.evaluate(() => 'isOldPage' in window);

  await kill();
  await release(after);
  await start();
  await settings.reload();
  await expect(settings.getByText(before)).toBeVisible();
  await expect(offer(settings)).toBeVisible();
  await expect(offer(wizard)).toBeHidden();

  await settings.getByRole('button', { name: text('update.take') }).click();
  await expect(settings.getByText(after)).toBeVisible();
  expect(await isOldPage()).toBe(true);
  await expect(wizard.getByRole('radio').nth(2)).toBeChecked();

  await wizard.getByRole('button', { name: text('back') }).click();
  await expect(wizard.getByRole('heading', { name: text('home.title') })).toBeVisible();
  await expect.poll(isOldPage).toBe(false);
  await wizard.goto(`${origin}/tyy/make-pic`);
  await expect(wizard.getByRole('radio').nth(2)).toBeChecked();
});
