import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, pipeline } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

export interface ConnectionQuality {
  /** Bits per second in each direction. */
  rate: number;
  /** Round-trip delay in milliseconds. */
  delay: number;
  /** Lost connections per hundred requests. */
  drops: number;
  /** Seed of the random choice of dropped requests. The same seed drops, for example, the third upload of every run. */
  seed: number;
}

/** Bytes that are sent at once. A small number lets parallel requests share the connection. */
const piece = 2048;

/**
 * A proxy between a phone and the product, with its own origin. Drops a connection either at a random point of the
 * request body, or before the response, when the server has already processed the request.
 */
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

  /**
   * Stops all traffic in the middle of the `count`th upload from now. Then resolves with a function that resumes it.
   */
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
    // Read the whole request at once, to notice immediately if the page closes. Bytes that have not yet passed the slow
    // connection are then lost.
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

  /**
   * Decides if and where to drop the next request. Null: not at all; up to 1: after this fraction of its body; above 1:
   * before its response.
   */
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

/**
 * Returns a generator of pseudorandom numbers from 0 to 1; equal seeds give equal numbers. A linear congruential
 * generator with the constants of Numerical Recipes.
 */
function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
