import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough, pipeline } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { untilOfflineReady } from '../../tests/e2e/support/service-worker.ts';
import { pickAt } from '../../tests/e2e/support/wizard.ts';
import { wordsOf } from '../../tests/e2e/support/words.ts';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';

declare global {
  interface Window {
    noteProgress(label: string | null): void;
  }
}

interface Sent {
  arrived: number;
  /** Size in bytes of the photos that reached the server. */
  preparedBytes: number;
  /** Bytes of photos that were sent; bytes that were sent twice count twice. */
  sentBytes: number;
  /** Displayed percentages in order, one list per upload. An interrupted upload continues its list. */
  shown: number[][];
  taps: number;
}

const text = wordsOf('en');

/**
 * Opens a page with a signed-in user and adds photos: first the front photo, with a reload during its upload, then the
 * others, with a reload and later a kill. The browser reports a slow connection, so that the app does not load the
 * photo coach, which would reject these similar photos as duplicates. Resolves when the page shows all photos as
 * uploaded.
 */
export async function sendPhotos(
  page: Page,
  connection: SlowConnection,
  quality: ConnectionQuality,
  user: ApiUser,
  files: string[],
): Promise<Sent> {
  const [front = '', ...others] = files;
  await page.context().addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } });
  });
  const shown = await watchProgress(page.context());
  const next = await page.context().newPage();
  async function interrupt(goOn: () => void, how: () => Promise<unknown>) {
    await how();
    goOn();
  }
  await page.goto(`${connection.origin}/tyy/make-pic?step=front`);
  // Wait until the app is cached, as after an earlier visit.
  await untilOfflineReady(page);
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).waitFor();

  connection.quality = quality;
  const patience = 3000 + 5 * quality.delay;
  let stopped = connection.stopInside(1);
  await pickAt(page, text('make-pic.front-add'), front);
  await interrupt(await stopped, () => page.reload({ waitUntil: 'commit' }));
  let taps = await untilUploaded(page, 1, patience);

  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  stopped = connection.stopInside(2);
  await pickAt(page, text('make-pic.add-more'), others);
  await interrupt(await stopped, () => page.reload({ waitUntil: 'commit' }));
  stopped = connection.stopInside(3);
  await interrupt(await stopped, () => crashPage(page));
  await next.goto(page.url(), { waitUntil: 'commit' });
  taps += await untilUploaded(next, others.length, patience);

  const photos = (await dataOf(user.get('getPhotos'))).list;
  const preparedBytes = photos.reduce((sum, photo) => sum + photo.size, 0);
  return { arrived: photos.length, preparedBytes, sentBytes: connection.photoBytes, shown, taps };
}

/** Waits for `count` uploaded photos. Taps "Try again" after `patience` ms of no progress; counts taps. */
async function untilUploaded(page: Page, count: number, patience: number): Promise<number> {
  const ready = page.locator('div[data-status="ready"]');
  const retry = page.getByRole('button', { name: text('retry'), exact: true }).first();
  let taps = 0;
  for (let idleSince = Date.now(); ; await pause(200)) {
    if ((await overlay(page).count()) > 0) idleSince = Date.now();
    else if ((await ready.count()) === count) return taps;
    else if (Date.now() - idleSince > patience && (await retry.isVisible())) {
      // The click fails if the app has just retried by itself and removed the button.
      await retry.click({ timeout: patience }).then(
        () => taps++,
        () => undefined,
      );
      idleSince = Date.now();
    }
  }
}

const overlay = (page: Page) => page.locator('progress[max="1"]');

async function watchProgress(context: BrowserContext): Promise<number[][]> {
  const shown: number[][] = [[]];
  await context.exposeFunction('noteProgress', (label: string | null) => {
    const percent = /(\d+)%/.exec(label ?? '')?.[1];
    if (percent) shown.at(-1)?.push(Number(percent));
    else shown.push([]);
  });
  await context.addInitScript(() => {
    let last: string | null = null;
    new MutationObserver(() => {
      const label = document.querySelector('progress[max="1"]')?.getAttribute('aria-label') ?? null;
      if (label === last) return;
      last = label;
      window.noteProgress(label);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return shown;
}

/** One text for each decrease of a displayed percentage. */
export function fallsIn(shown: number[][]): string[] {
  return shown.flatMap(percents =>
    percents.flatMap((percent, place) => {
      const before = percents[place - 1] ?? 0;
      return percent < before ? [`${before} % → ${percent} %`] : [];
    }),
  );
}

/** Kills the page's process, as a phone does when it runs out of memory. */
export async function crashPage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // This command never resolves, because it kills the page that would confirm it.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

const size = { width: 4000, height: 3000 };
/** Camera movement between two photos, in pixels; about that of an unsteady hand. */
const shift = 40;

/** Makes different photos of 12 megapixels from the test portrait, with sensor noise. Returns the files' paths. */
export async function largePhotos(folder: string, count: number): Promise<string[]> {
  const scene = { width: size.width + shift * count, height: size.height };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 70 };
  const raw = { ...scene, channels: 3 as const };
  const grain = await sharp({ create: { ...raw, background: 'white', noise } })
    .raw()
    .toBuffer();
  const seen = await sharp(portrait)
    .resize({ ...scene, fit: 'cover' })
    .removeAlpha()
    .composite([{ input: grain, raw, blend: 'overlay' }])
    .raw()
    .toBuffer();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = path.join(folder, `photo-${index + 1}.jpg`);
      await sharp(seen, { raw })
        .extract({ ...size, left: shift * index, top: 0 })
        .jpeg({ quality: 85 })
        .toFile(file);
      return file;
    }),
  );
}

interface ConnectionQuality {
  /** Bits per second in each direction. */
  rate: number;
  /** Round-trip delay in milliseconds. */
  delay: number;
  drops: number;
  /** Seed of the random choice of dropped requests. The same seed drops, for example, the third upload of every run. */
  seed: number;
}

/** Bytes that are sent at once. A small number lets parallel requests share the connection. */
const piece = 2048;

/** A proxy with its own origin. Drops connections inside the request body or before the response. */
export class SlowConnection {
  /** The current quality; null for a perfect connection. */
  quality: ConnectionQuality | null = null;
  /** Bytes of photos that passed the proxy, including dropped requests. */
  photoBytes = 0;
  /** Number of dropped uploads of photos, and of other dropped requests. */
  readonly dropped = { photos: 0, others: 0 };
  readonly origin: string;
  readonly close: () => void;
  readonly #chances = new Map<string, () => number>();
  readonly #freeAt = { up: 0, down: 0 };
  #onHalf = () => {};
  #stopped: Promise<void> | null = null;

  private constructor(origin: string, close: () => void) {
    this.origin = origin;
    this.close = close;
  }

  static async open(product: string): Promise<SlowConnection> {
    const server = createServer((request, response) => {
      connection.#pass(product, request, response).catch(() => request.socket.destroy());
    });
    // No timeout, because requests over a slow connection take long.
    server.requestTimeout = 0;
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connection: SlowConnection = new SlowConnection(`http://127.0.0.1:${port}`, () => {
      server.close();
      server.closeAllConnections();
    });
    return connection;
  }

  /** Stops all traffic in the middle of the `count`th upload from now. Resolves with what resumes it. */
  stopInside(count: number): Promise<() => void> {
    return new Promise(resolve => {
      let left = count;
      this.#onHalf = () => {
        left--;
        if (left > 0) return;
        this.#onHalf = () => {};
        this.#stopped = new Promise(goOn => resolve(goOn));
      };
    });
  }

  async #pass(product: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers, url } = request;
    const kind = method === 'PUT' ? 'photos' : 'others';
    const place = this.#placeOfDrop(kind);
    const drop = () => {
      this.dropped[kind]++;
      request.socket.resetAndDestroy();
    };
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    // Read it all at once to notice if the page closes; what has not passed the slow connection is lost.
    const body = pipeline(request, new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER }), () => {});
    const onward = send(product + url, { method, headers, signal: gone.signal });
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      onward.on('response', resolve).on('error', reject);
    });
    responded.catch(() => undefined);

    await pause((this.quality?.delay ?? 0) / 2, null, { signal: gone.signal });
    const size = Number(headers['content-length'] ?? 0);
    let passed = 0;
    if (place !== null && place < 1 && size === 0) return drop();
    for await (const part of this.#passing('up', body, gone.signal)) {
      const before = passed;
      passed += part.length;
      if (kind === 'photos') this.photoBytes += part.length;
      if (place !== null && passed >= place * size) return drop();
      onward.write(part);
      if (kind === 'photos' && before < size / 2 && passed >= size / 2) this.#onHalf();
    }
    onward.end();

    const original = await responded;
    if (place !== null) return drop();
    await pause((this.quality?.delay ?? 0) / 2, null, { signal: gone.signal });
    response.writeHead(original.statusCode ?? 502, original.headers);
    for await (const part of this.#passing('down', original, gone.signal)) response.write(part);
    response.end();
  }

  /** Null: no drop; up to 1: drop after this fraction of the body; above 1: drop before the response. */
  #placeOfDrop(kind: 'photos' | 'others'): number | null {
    if (!this.quality) return null;
    const { drops, seed } = this.quality;
    const chance = this.#chances.get(kind) ?? chances(seed);
    this.#chances.set(kind, chance);
    const [isDropped, place] = [chance() < drops / 100, 2 * chance()];
    return isDropped ? place : null;
  }

  /** Yields a body in small pieces, at the speed of the slow connection. */
  async *#passing(direction: 'up' | 'down', body: AsyncIterable<Buffer>, signal: AbortSignal) {
    for await (const bytes of body) {
      for (let start = 0; start < bytes.length; start += piece) {
        const part = bytes.subarray(start, start + piece);
        await this.#takeTurn(direction, part.length, signal);
        yield part;
      }
    }
  }

  /** Waits until these bytes have passed the connection, after all bytes that were queued earlier. */
  async #takeTurn(direction: 'up' | 'down', bytes: number, signal: AbortSignal): Promise<void> {
    await this.#stopped;
    signal.throwIfAborted();
    if (!this.quality) return;
    const now = performance.now();
    const end = Math.max(now, this.#freeAt[direction]) + (8000 * bytes) / this.quality.rate;
    this.#freeAt[direction] = end;
    await pause(end - now, null, { signal });
  }
}

/** Pseudorandom numbers from 0 to 1: the linear congruential generator of Numerical Recipes. */
function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
