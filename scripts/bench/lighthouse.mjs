/**
 * Runs Lighthouse (mobile) on Home and make-pic of the built app, prints the scores, and fails where one is below 99:
 * `npm run lighthouse`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { launch, signIn, startApp } from './start-app.mjs';

const least = 99;
const debuggingPort = 9337;
const categories = ['performance', 'accessibility', 'best-practices'];

const app = await startApp();
const profile = mkdtempSync(path.join(tmpdir(), 'lighthouse-'));
const args = [...launch.args, `--remote-debugging-port=${debuggingPort}`];
const context = await chromium.launchPersistentContext(profile, { ...launch, args });

/** Every audit of a category that is not perfect, by its title. */
function weakAudits(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
    .map(({ id }) => `${lhr.audits[id].title}: ${lhr.audits[id].displayValue ?? ''}`);
}

async function scores(address) {
  const result = await lighthouse(address, {
    port: debuggingPort,
    onlyCategories: categories,
    // The sign-in must not be forgotten.
    disableStorageReset: true,
    logLevel: 'error',
  });
  return result.lhr;
}

/** The screens are opened by somebody who has never seen them, except that the second one needs a person. */
async function run() {
  const reports = { '/': await scores(`${app.origin}/tyy/`) };
  const page = await context.newPage();
  await page.goto(`${app.origin}/tyy/favicon.svg`);
  await page.evaluate(token => localStorage.setItem('tyy.token', token), await signIn(app.origin));
  await page.close();
  reports['/make-pic'] = await scores(`${app.origin}/tyy/make-pic`);
  return reports;
}

try {
  for (const [screen, lhr] of Object.entries(await run())) {
    writeFileSync(path.join(tmpdir(), `lighthouse${screen.replace('/', '-')}.json`), JSON.stringify(lhr));
    for (const category of categories) {
      const score = Math.round((lhr.categories[category].score ?? 0) * 100);
      if (score < least) process.exitCode = 1;
      const weak = score < least ? `  ${weakAudits(lhr, category).join('; ')}` : '';
      process.stdout.write(`${String(score).padStart(4)} ${category} of ${screen}${weak}\n`);
    }
  }
} finally {
  await context.close();
  app.close();
  rmSync(profile, { recursive: true, force: true });
}
