/**
 * Sends five photos of 12 megapixels over a connection of 50 kbit/s with a delay of 1 s. One in ten requests loses its
 * connection. Meanwhile, reloads the page twice and kills it once: `npm run build && npm run drill`. Exits with 1 if a
 * photo did not arrive, if the sent bytes exceed 1.3 times the photos' size, or if the displayed progress ever
 * decreased. --kilobits (50): speed in kbit/s. --delay (1000): in ms. --drops (10): lost connections per hundred
 * requests. --seed (1): the same seed loses the same connections.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { signInPages } from '../../tests/e2e/support/story.ts';
import { signInAt } from '../../tests/support/api/api.ts';
import { launch, phone, startApp } from '../bench/start-app.mjs';
import { readOptions, wholeNumber } from '../options.mjs';
import { fallsIn, largePhotos, SlowConnection, sendPhotos } from './send-photos.ts';

const { kilobits, ...options } = readOptions({
  kilobits: wholeNumber(50),
  delay: wholeNumber(1000),
  drops: wholeNumber(10),
  seed: wholeNumber(1),
}) as Record<'kilobits' | 'delay' | 'drops' | 'seed', number>;

const mostSent = 1.3;
const problems: string[] = [];

const folder = await mkdtemp(path.join(tmpdir(), 'drill-photos-'));
const files = await largePhotos(folder, 5);
const app = await startApp();
const connection = await SlowConnection.open(app.origin);
const browser = await chromium.launch(launch);
try {
  const user = await signInAt(app.origin, 'drill');
  const context = await browser.newContext({ ...phone, locale: 'en' });
  await signInPages(context, user);
  const began = performance.now();
  const quality = { rate: 1000 * kilobits, ...options };
  const sent = await sendPhotos(await context.newPage(), connection, quality, user, files);
  const seconds = Math.round((performance.now() - began) / 1000);

  const times = sent.sentBytes / sent.preparedBytes;
  const falls = fallsIn(sent.shown);
  if (sent.arrived !== files.length) problems.push(`${sent.arrived} of ${files.length} photos arrived.`);
  if (times > mostSent) problems.push(`The photos were sent ${times.toFixed(2)} times, above ${mostSent}.`);
  if (falls.length > 0) problems.push(`The progress went back: ${falls.join(', ')}.`);
  const { shown, ...numbers } = sent;
  const report = { ...numbers, times: Number(times.toFixed(2)), dropped: connection.dropped, seconds };
  process.stdout.write(`${JSON.stringify({ ...report, shown: shown.map(String) }, null, 2)}\n`);
} finally {
  await browser.close();
  connection.close();
  app.close();
  await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
