/**
 * Scrolls through 10,000 templates without a pause, on a CPU that is four times slower. Reports the number of elements,
 * memory and long tasks.
 *
 * npm run build && npm run bench -- list [--count 10000]
 */
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { readOptions, wholeNumber } from '../options.mjs';
import { launch, openPhone, printMeasured, startApp } from './start-app.mjs';

const { count } = readOptions({ count: wholeNumber(10_000) });
const limits = {
  elements: 600,
  'blank, ms': 300,
  'longest task, ms': 100,
  'tasks above 50 ms': 60,
  'memory, times that of 100': 1.5,
};

/** Runs in the page. Records the most elements, and the longest time (ms) that tiles were missing. */
function observePage() {
  const seen = { elements: 0, blank: 0 };
  let blankSince = null;
  const look = now => {
    seen.elements = Math.max(seen.elements, document.getElementsByTagName('*').length);
    // Spacers fill the space of rows that are not rendered. Tiles are missing if a spacer is visible.
    const rooms = [...document.querySelectorAll('[aria-hidden=true][style*=grid-column]')];
    const isBlank = rooms
      .map(room => room.getBoundingClientRect())
      .some(({ top, bottom }) => top < 760 && bottom > 100);
    if (isBlank) blankSince ??= now;
    else blankSince = null;
    if (blankSince !== null) seen.blank = Math.max(seen.blank, now - blankSince);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  window.benchSeen = seen;
}

/** Serves templates and pictures from this script, so that only the app is measured. */
async function serveTemplates(page) {
  const picture = await sharp({ create: { width: 320, height: 427, channels: 3, background: '#86a277' } })
    .webp()
    .toBuffer();
  await page.route('**/template-pics/**', route =>
    route.fulfill({ body: picture, contentType: 'image/webp' }),
  );
  await page.route('**/v1/getTemplates?*', route => {
    const address = new URL(route.request().url());
    const size = Number(address.searchParams.get('page_size'));
    const first = (Number(address.searchParams.get('cur_page')) - 1) * size + 1;
    const list = Array.from({ length: Math.max(0, Math.min(size, count - first + 1)) }, (_, place) => ({
      id: first + place,
      title: `Style number ${first + place}`,
      pic_url: `${address.origin}/template-pics/${first + place}?w=480&v=1`,
      pic_width: 480,
      pic_height: 640,
      colour: '#86a277',
    }));
    const data = { list, pic_widths: [320, 480, 768] };
    return route.fulfill({ json: { code: 0, message: '', data } });
  });
}

/** Size of the page's JavaScript heap in MB, after garbage collection. */
async function memory(client) {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(metric => metric.name === 'JSHeapUsedSize').value / 1e6;
}

/** The main thread's long tasks (over 50 ms), in ms: wall time, and CPU time without waiting. */
function tasksIn(trace) {
  const { traceEvents } = JSON.parse(trace);
  const threadOf = event => `${event.pid} ${event.tid}`;
  const mainThreads = new Set(
    traceEvents.filter(event => event.args?.name === 'CrRendererMain').map(event => threadOf(event)),
  );
  return traceEvents
    .filter(
      event =>
        event.name === 'ThreadControllerImpl::RunTask' &&
        event.dur > 50_000 &&
        mainThreads.has(threadOf(event)),
    )
    .map(({ dur, tdur }) => ({ clock: dur / 1000, processor: tdur / 1000 }));
}

/** Four screens per second until `wanted` templates are loaded. After a late frame, the step is longer. */
async function scrollTo(page, wanted) {
  await page.evaluate(async wanted => {
    const known = () => Number([...document.querySelectorAll('[data-index]')].at(-1)?.dataset.index) + 1;
    let last = performance.now();
    while (known() < wanted) {
      const now = await new Promise(resolve => requestAnimationFrame(resolve));
      window.scrollBy(0, window.innerHeight * Math.min((now - last) * 0.004, 1 / 3));
      last = now;
    }
  }, wanted);
}

const app = await startApp();
const browser = await chromium.launch(launch);
try {
  const { page, client } = await openPhone(browser, app.origin);
  await client.send('Performance.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await serveTemplates(page);
  await page.goto(`${app.origin}/tyy/make-pic`);
  await page.getByRole('radio').first().waitFor();
  await scrollTo(page, Math.min(100, count));
  const before = await memory(client);
  // Garbage collection also discards compiled scripts, so scroll a little before measuring.
  await scrollTo(page, Math.min(160, count));
  await page.evaluate(observePage);

  const tasks = [];
  const start = Date.now();
  // Trace in parts, because a trace of the whole run would exceed the maximum length of a JavaScript string.
  for (let wanted = Math.min(1000, count); ; wanted = Math.min(wanted + 1000, count)) {
    await browser.startTracing(page, { categories: ['toplevel'] });
    await scrollTo(page, wanted);
    tasks.push(...tasksIn(await browser.stopTracing()));
    process.stderr.write(`${wanted} templates: ${tasks.length} tasks above 50 ms\n`);
    if (wanted === count) break;
  }
  const seconds = (Date.now() - start) / 1000;
  const seen = await page.evaluate(() => window.benchSeen);
  const after = await memory(client);

  const longest = time => Math.round(Math.max(0, ...tasks.map(task => task[time])));
  const measured = {
    elements: seen.elements,
    'blank, ms': Math.round(seen.blank),
    'longest task, ms': longest('clock'),
    'tasks above 50 ms': tasks.length,
    'memory, times that of 100': Number((after / before).toFixed(2)),
  };
  printMeasured(measured, limits);
  process.stdout.write(
    `${count} templates in ${seconds.toFixed(0)} s, memory ${before.toFixed(1)} MB, then ${after.toFixed(1)} MB\n` +
      `without the waits for the processor: ${tasks.filter(({ processor }) => processor > 50).length} tasks above 50 ms, the longest ${longest('processor')} ms\n`,
  );
} finally {
  await browser.close();
  app.close();
}
