/** Networks as in browsers' developer tools. Latency in ms, throughput in bytes per second. */
export const networks = {
  'slow 3G': { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 },
  'slow 4G': { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
};

const cpuRate = 4;
/** A visit ends after this time (ms) without network activity. */
const quietFor = 1500;
/** Maximum duration of a visit in ms. */
const longestVisit = 60_000;

/** Runs in the page. Records the browser's paints, layout shifts and long tasks. */
function observePage() {
  const seen = { largest: 0, shift: 0, longTasks: [] };
  const watch = (type, take) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', entry => {
    seen.largest = entry.startTime;
  });
  watch('layout-shift', entry => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
  watch('longtask', entry => {
    seen.longTasks.push([entry.startTime, entry.duration]);
  });
  window.benchSeen = seen;
}

/** Runs in the page. Returns what `observePage` has recorded, in ms. */
function readPage() {
  const { largest, shift, longTasks } = window.benchSeen;
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null;
  const blocking = longTasks
    .filter(([start]) => firstPaint !== null && start + 50 > firstPaint)
    .reduce((sum, [, duration]) => sum + duration - 50, 0);
  return { firstPaint, largestPaint: largest || firstPaint, layoutShift: shift, blocking };
}

/** Opens an address in a new tab. Times in ms, sizes in bytes; `scripts`: those before the load event. */
export async function measureVisit(context, address, network) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
  if (network) await client.send('Network.emulateNetworkConditions', { offline: false, ...network });

  const requests = new Map();
  let lastChange = Date.now();
  let isLoaded = false;
  page.on('load', () => {
    isLoaded = true;
  });
  client.on('Network.requestWillBeSent', ({ requestId, type }) => {
    lastChange = Date.now();
    requests.set(requestId, { type, early: !isLoaded, bytes: 0, done: false });
  });
  const onEnd = ({ requestId, encodedDataLength = 0 }) => {
    lastChange = Date.now();
    const request = requests.get(requestId);
    if (request) Object.assign(request, { bytes: encodedDataLength, done: true });
  };
  client.on('Network.loadingFinished', onEnd);
  client.on('Network.loadingFailed', onEnd);

  await page.addInitScript(observePage);
  // Check the response too, because the browser's offline error page also has a heading.
  const response = await page.goto(address, { waitUntil: 'load', timeout: longestVisit }).catch(() => null);
  const end = Date.now() + longestVisit;
  const isBusy = () => [...requests.values()].some(request => !request.done);
  while (Date.now() < end && (isBusy() || Date.now() - lastChange < quietFor)) await page.waitForTimeout(100);

  const times = await page.evaluate(readPage).catch(() => null);
  const hasHeading = await page
    .evaluate(() => document.querySelector('h1:not([aria-busy] *)') !== null)
    .catch(() => false);
  await page.close();
  const all = [...requests.values()];
  const sum = list => list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    ...times,
    scripts: sum(all.filter(({ type, early }) => type === 'Script' && early)),
    bytes: sum(all),
    opened: response !== null && hasHeading,
  };
}
