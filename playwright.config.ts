import { defineConfig } from '@playwright/test';
import { launch } from './scripts/bench/start-app.mjs';
import { environment } from './scripts/process-settings.mjs';
import { isLong } from './tests/support/some-of.ts';

// Test processes have the same settings of memory and threads as the product's.
Object.assign(process.env, environment());

/** Set STORIES_PORT if this port is taken, for example by another checkout. */
const port = Number(process.env.STORIES_PORT ?? 8791);

/** The browser tests, which use the whole product as `npm start` runs it. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-databases.ts',
  // Variants of stories in another engine or look run only with `LONG=1 npm test`.
  ...(!isLong && { grepInvert: /@long/ }),
  outputDir: 'test-results',
  // Three workers keep two cores busy.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // Installing a service worker takes a quarter of a story's time. Stories about service workers allow it, and so do
    // `main`, `taps` and `shell`.
    serviceWorkers: isLong ? 'allow' : 'block',
    // Playwright waits for each animation, and a moving element may miss a tap.
    contextOptions: { reducedMotion: 'reduce' },
    // The same engine without the browser's window: a story takes three quarters of the time.
    launchOptions: {
      ...launch,
      executablePath: process.env.HEADLESS_SHELL ?? '/usr/bin/chromium-headless-shell',
    },
  },
  webServer: {
    command: 'rm -rf test-results/data && node scripts/start.mjs',
    env: {
      PORT: String(port),
      DATA_DIR: 'test-results/data',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '100000',
      // Two pics are enough for the stories; each pic takes several seconds of both cores.
      PICS_PER_JOB: '2',
      // Try-ons have their own story: drawing them in each story would use both cores.
      TEMPLATE_PREVIEWS: '0',
    },
    url: `http://127.0.0.1:${port}/healthz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
