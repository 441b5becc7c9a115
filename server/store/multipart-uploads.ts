import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Pieces, readHead, readPieces, type Written, writeObjectFile } from './object-file.ts';

/** What an upload in parts will become. */
export interface UploadPlan {
  key: string;
  type: string;
}

/** One part that has come; numbers count from 1. */
export interface Part {
  number: number;
  size: number;
  etag: string;
}

/** Unfinished uploads are removed after a day (milliseconds). */
const lifetime = 24 * 60 * 60 * 1000;
const sweepEvery = 60 * 60 * 1000;
const idPattern = /^[0-9A-F]{32}$/;
const planFile = 'plan.json';

/** Uploads whose parts come one by one, each in a folder of its own until it is completed or aborted. */
export class MultipartUploads {
  readonly #folder: string;
  #lastSweep = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Begins an upload and returns its id. */
  async initiate(plan: UploadPlan): Promise<string> {
    await this.#sweep();
    const id = randomBytes(16).toString('hex').toUpperCase();
    await mkdir(join(this.#folder, id), { recursive: true });
    await writeFile(join(this.#folder, id, planFile), JSON.stringify(plan));
    return id;
  }

  /** What an upload will become; null when there is no such upload (any more). */
  async plan(id: string): Promise<UploadPlan | null> {
    if (!idPattern.test(id)) return null;
    const text = await readFile(join(this.#folder, id, planFile), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as UploadPlan);
  }

  /** Keeps a part, in the place of an earlier one of the same number; throws `TooManyBytes`. */
  async putPart(id: string, number: number, pieces: Pieces, maxBytes: number): Promise<Written> {
    const temporary = join(this.#folder, id, `.${randomBytes(8).toString('hex')}`);
    try {
      const written = await writeObjectFile(temporary, pieces, { type: 'part', maxBytes });
      await rename(temporary, this.#partFile(id, number));
      return written;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** The parts that have come, by their numbers. */
  async parts(id: string): Promise<Part[]> {
    const names = await readdir(join(this.#folder, id));
    const numbers = names.filter(name => /^\d+$/.test(name)).map(Number);
    const parts = numbers.map(async number => {
      const file = await open(this.#partFile(id, number));
      const { size, etag } = await readHead(file).finally(() => file.close());
      return { number, size, etag };
    });
    return (await Promise.all(parts)).sort((a, b) => a.number - b.number);
  }

  /** The bytes of the parts, one after another. */
  async *join(id: string, parts: Part[]): AsyncIterable<Uint8Array> {
    for (const { number } of parts) yield* readPieces(this.#partFile(id, number));
  }

  /** Removes an upload with its parts. */
  async abort(id: string): Promise<void> {
    await rm(join(this.#folder, id), { recursive: true, force: true, maxRetries: 3 });
  }

  /** Removes all uploads that would become objects below a prefix. */
  async abortBelow(prefix: string): Promise<void> {
    for (const id of await this.#ids()) {
      if ((await this.plan(id))?.key.startsWith(prefix)) await this.abort(id);
    }
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.#lastSweep < sweepEvery) return;
    this.#lastSweep = now;
    for (const id of await this.#ids()) {
      const found = await stat(join(this.#folder, id)).catch(() => null);
      if (found && now - found.mtimeMs > lifetime) await this.abort(id);
    }
  }

  async #ids(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter(name => idPattern.test(name));
  }

  #partFile(id: string, number: number): string {
    return join(this.#folder, id, String(number));
  }
}

/** The ETag that OSS gives an object made of parts: the MD5 of the parts' MD5s, and how many there were. */
export function etagOfParts(parts: Part[]): string {
  const digests = parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'));
  const md5 = createHash('md5').update(Buffer.concat(digests)).digest('hex').toUpperCase();
  return `"${md5}-${parts.length}"`;
}
