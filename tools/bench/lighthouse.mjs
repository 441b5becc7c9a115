/**
 * Runs Lighthouse (mobile) on the built app's Home and make-pic, and prints the scores: `npm run bench -- lighthouse`.
 * Exits with 1 if a score is below 99.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { launch, signIn, startApp } from '../../scripts/bench/start-app.mjs';
import { readOptions } from '../../scripts/options.mjs';

readOptions({});

const least = 99;
const categories = ['performance', 'accessibility', 'best-practices'];

const app = await startApp();
// Lighthouse sets the screen size itself. If puppeteer also set a viewport, that change would count as a layout shift.
const browser = await puppeteer.launch({ ...launch, defaultViewport: null });
const [page] = await browser.pages();

/** Titles of a category's audits that do not reach the full score. */
function weakAudits(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
    .map(({ id }) => `${lhr.audits[id].title}: ${lhr.audits[id].displayValue ?? ''}`);
}

async function scores(address) {
  // Keep the local storage, which keeps the user signed in.
  const settings = { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' };
  const { lhr } = await lighthouse(address, settings, undefined, page);
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  return lhr;
}

/** Measures Home as a new visitor and make-pic as a signed-in user. */
async function run() {
  const reports = { '/': await scores(`${app.origin}/tyy/`) };
  await page.goto(`${app.origin}/tyy/favicon.svg`);
  await page.evaluate(token => localStorage.setItem('tyy.token', token), await signIn(app.origin));
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
  await browser.close();
  app.close();
}
