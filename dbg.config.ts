import { defineConfig } from '@playwright/test';
import { launch } from '/work/team/pics/scripts/bench/start-app.mjs';
export default defineConfig({ testDir: '/work/team/pics/tests/e2e', outputDir: '/tmp/dbg-results', workers: 1, timeout: 60_000, expect: { timeout: 15_000 }, reporter: [['list']], use: { baseURL: 'http://127.0.0.1:8899', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, launchOptions: launch } });
