import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { bounds } from '../limits/bounds.ts';
import { firstOfGreediest, Pace, Sums } from '../limits/limiters.ts';
import { freeOnDisk, leastFree } from './free-on-disk.ts';

/** Maximum size of a share in bytes; the server does not read the rest. */
export const longestShare = 64 * 2 ** 20;
/** Keep a share for this long (ms) unless the wizard removes it. Installing a service worker takes far less time. */
export const patience = 5 * 60_000;
/** Minimum speed, in bytes a second after `grace` ms: half that of a phone on the slowest connection we support. */
const leastPace = { slowest: 3_000, grace: 10_000 };
const lookEvery = 1_000;

/** Write one file at a time: Node has only four threads for files, and reads need them too. */
const disk = pLimit(1);

export interface Share {
  /** Content type of the body, with the boundary that the browser needs to parse the form. */
  type: string;
  /** Known only to the browser that sent the share. */
  secret: string;
}

interface KeptShare extends Share {
  id: string;
  caller: string;
  size: number;
  timer: NodeJS.Timeout;
}

/** Saves request bodies to disk for some minutes, or until they are removed. Limits their number and size. */
export class SharedFiles {
  readonly #folder: string;
  readonly #shares = new Map<string, KeptShare>();
  readonly #coming = new Sums();
  readonly #freeOn: typeof freeOnDisk;

  constructor(folder: string, freeOn = freeOnDisk) {
    this.#folder = folder;
    this.#freeOn = freeOn;
  }

  /**
   * Saves nothing and returns null if the body is empty, too large or too slow, or if a limit or the free disk space is
   * exceeded.
   */
  async save(
    body: Readable,
    { caller, type }: { caller: string; type: string },
  ): Promise<{ id: string; secret: string } | null> {
    const id = randomBytes(16).toString('hex');
    const size = await this.#receive(body, caller, join(this.#folder, id)).catch(() => 0);
    if (size === 0) {
      await this.remove(id);
      return null;
    }
    const own = this.#sharesOf(caller);
    if (own.length >= bounds.keptShares.ofOne) await this.remove(own[0]!.id);
    const secret = randomBytes(16).toString('hex');
    const timer = setTimeout(() => void this.remove(id), patience).unref();
    this.#shares.set(id, { id, type, secret, caller, size, timer });
    return { id, secret };
  }

  find(id: string): Share | undefined {
    return this.#shares.get(id);
  }

  /**
   * Streams the body but keeps the file, because a phone may close the page right afterwards. If the file is missing or
   * damaged, removes the share and returns null.
   */
  async read(id: string): Promise<{ body: Readable; size: number } | null> {
    const size = this.#shares.get(id)?.size;
    // An open file can be read to its end even if it is deleted meanwhile.
    const file = await open(join(this.#folder, id)).catch(() => null);
    const found = await file?.stat();
    if (file && found?.isFile() && found.size === size) return { body: file.createReadStream(), size };
    await file?.close();
    await this.remove(id);
    return null;
  }

  async remove(id: string): Promise<void> {
    clearTimeout(this.#shares.get(id)?.timer);
    this.#shares.delete(id);
    await rm(join(this.#folder, id), { force: true, recursive: true });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#shares.keys()].map(id => this.remove(id)));
  }

  async #receive(body: Readable, caller: string, path: string): Promise<number> {
    await mkdir(this.#folder, { recursive: true });
    // Require space for the total of all shares, because others may be written at the same time.
    if ((await this.#freeOn(this.#folder)) < leastFree + bounds.shareBytes.inAll)
      throw new Error('the disk is full');
    const file = await open(path, 'wx');
    let size = 0;
    const pace = new Pace(() => size, leastPace);
    const watching = setInterval(() => {
      if (pace.crawls) body.destroy(new Error('the body crawls'));
    }, lookEvery);
    try {
      for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (size + piece.length > longestShare || !(await this.#hasRoom(caller, piece.length)))
          throw new Error('no room');
        size += piece.length;
        this.#coming.add(caller, piece.length);
        await disk(() => file.write(piece));
      }
      return size;
    } finally {
      clearInterval(watching);
      this.#coming.add(caller, -size);
      await file.close();
    }
  }

  /**
   * Makes room by removing the caller's oldest shares, then shares of callers who use more space than this one. False
   * if that is not enough.
   */
  async #hasRoom(caller: string, bytes: number): Promise<boolean> {
    const ownBytes = () => sum(this.#sharesOf(caller)) + this.#coming.of(caller) + bytes;
    for (const { id } of this.#sharesOf(caller)) {
      if (ownBytes() <= bounds.shareBytes.ofOne) break;
      await this.remove(id);
    }
    if (ownBytes() > bounds.shareBytes.ofOne) return false;

    while (sum(this.#shares.values()) + this.#coming.all + bytes > bounds.shareBytes.inAll) {
      const first = firstOfGreediest(this.#shares.values());
      if (!first || sum(this.#sharesOf(first.caller)) <= ownBytes()) return false;
      await this.remove(first.id);
    }
    return true;
  }

  #sharesOf(caller: string): KeptShare[] {
    return [...this.#shares.values()].filter(share => share.caller === caller);
  }
}

function sum(shares: Iterable<KeptShare>): number {
  return [...shares].reduce((total, { size }) => total + size, 0);
}
