import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How bad a line is. */
export interface LineQuality {
  /** Bits a second, in each direction. */
  rate: number;
  /** How long a request and its response are on their way, milliseconds. */
  delay: number;
  /** How many of a hundred requests lose their connection. */
  drops: number;
  /** The same seed drops the same uploads and the same other requests, counted each from the first. */
  seed: number;
}

/** Bytes that pass at once: so few that requests side by side share the line. */
const piece = 2048;

/**
 * The line between a phone and the product, on an origin of its own. A dropped connection is reset at a random place of
 * the request, or when the server has done its work and the response is on its way.
 */
export class SlowLine {
  /** How bad it is from now on; null: nothing is slow and nothing is dropped. */
  quality: LineQuality | null = null;
  /** Bytes of photos that have passed, those of dropped connections included. */
  photoBytes = 0;
  /** How many connections were dropped, of those of photos and of all others. */
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

  /** Opens one on a free port to the product at an origin. */
  static async open(product: string): Promise<SlowLine> {
    const server = createServer((request, response) => {
      line.#pass(product, request, response).catch(() => request.socket.destroy());
    });
    // A slow request takes all the time it needs.
    server.requestTimeout = 0;
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const line: SlowLine = new SlowLine(`http://127.0.0.1:${port}`, () => {
      server.close();
      server.closeAllConnections();
    });
    return line;
  }

  /** Stops in the middle of a photo, or of a part of one: the `count`th from now. Resolves then with what lets it go on. */
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
    // Taken at once, so that the end of the page is seen at once; what has not passed by then never does.
    const body = collect(request);
    const onward = send(product + url, { method, headers, signal: gone.signal });
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      onward.on('response', resolve).on('error', reject);
    });
    responded.catch(() => undefined);

    await pause((this.quality?.delay ?? 0) / 2, null, { signal: gone.signal });
    const size = Number(headers['content-length'] ?? 0);
    let passed = 0;
    if (place !== null && place < 1 && size === 0) return drop();
    for await (const bytes of body) {
      for (let start = 0; start < bytes.length; start += piece) {
        const part = bytes.subarray(start, start + piece);
        await this.#takeTurn('up', part.length, gone.signal);
        const before = passed;
        passed += part.length;
        if (kind === 'photos') this.photoBytes += part.length;
        if (place !== null && passed >= place * size) return drop();
        onward.write(part);
        if (kind === 'photos' && before < size / 2 && passed >= size / 2) this.#onHalf();
      }
    }
    onward.end();

    const original = await responded;
    if (place !== null) return drop();
    await pause((this.quality?.delay ?? 0) / 2, null, { signal: gone.signal });
    response.writeHead(original.statusCode ?? 502, original.headers);
    for await (const bytes of original as AsyncIterable<Buffer>) {
      for (let start = 0; start < bytes.length; start += piece) {
        const part = bytes.subarray(start, start + piece);
        await this.#takeTurn('down', part.length, gone.signal);
        response.write(part);
      }
    }
    response.end();
  }

  /** Where a request loses its connection: 0 to 1 is a share of its bytes, above 1 the response; null: it does not. */
  #placeOfDrop(kind: 'photos' | 'others'): number | null {
    if (!this.quality) return null;
    const { drops, seed } = this.quality;
    const chance = this.#chances.get(kind) ?? chances(seed);
    this.#chances.set(kind, chance);
    const [isDropped, place] = [chance() < drops / 100, 2 * chance()];
    return isDropped ? place : null;
  }

  /** Waits until so many bytes have passed after all that were there before. */
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

/** Takes the bytes of a request as fast as they come, and hands them out as fast as they are asked for. */
function collect(request: IncomingMessage): AsyncIterable<Buffer> {
  const waiting: Buffer[] = [];
  let wake = () => {};
  request.on('data', bytes => {
    waiting.push(bytes);
    wake();
  });
  for (const event of ['end', 'close']) request.on(event, () => wake());
  return (async function* () {
    for (;;) {
      const bytes = waiting.shift();
      if (bytes) yield bytes;
      else if (request.complete) return;
      else if (request.destroyed) throw new Error('The page has gone.');
      else {
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    }
  })();
}

/** Numbers from 0 to 1 that look random; the same seed gives the same ones (the figures are those of Numerical Recipes). */
function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
