import { defineConfig } from '@playwright/test';
import { launch } from './scripts/bench/start-app.mjs';
import { environment } from './scripts/process-settings.mjs';
import { isLong } from './tests/support/is-long.ts';

// The processes of the tests have the memory and the threads of the product's.
Object.assign(process.env, environment());

/** Another one where this is taken, as by the stories of a second checkout. */
const port = Number(process.env.STORIES_PORT ?? 8791);

/** The stories in a real browser, against the whole product as `npm start` runs it. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-databases.ts',
  // What a story of the short form tells too, in another engine or another look: `LONG=1 npm test`.
  ...(!isLong && { grepInvert: /@long/ }),
  outputDir: 'test-results',
  // They keep two cores busy; a fourth gains nothing.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // Its installation takes a quarter of a story's time: the stories about it allow it, the journeys of `main`, `taps` and `shell` too.
    serviceWorkers: isLong ? 'allow' : 'block',
    // What rises or slides may move away under a tap, and each movement is waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // The same engine without what is around it in a window: a story takes three quarters of the time.
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
      // Half of the drawing is enough for what the stories show; each pic takes several seconds of both cores.
      PICS_PER_JOB: '2',
      // They are a story of their own: drawn in each story they would take both cores.
      TEMPLATE_PREVIEWS: '0',
    },
    url: `http://127.0.0.1:${port}/healthz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
