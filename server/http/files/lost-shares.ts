import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { notFound } from '../api-error.ts';
import { addressOf } from '../caller.ts';
import { AtOnce, bounds, firstOfGreediest, Pace, Sums } from '../limits/limiters.ts';
import { isFromOtherSite } from '../origin.ts';
import { appPath } from './app-files.ts';
import { freeOnDisk, leastFree } from './free-on-disk.ts';

/** The manifest's share target: phones post shared photos to this path and then open it. */
export const wizard = `${appPath}make-pic`;
const keptShares = `${appPath}shared/`;
/** The sender of a refused share gets this long (ms) to read the response before the connection closes. */
const readingTime = 2000;

/** `freeOn` returns a folder's free disk space in bytes. */
export interface LostSharesParts {
  folder: string;
  freeOn?: (folder: string) => Promise<number>;
}

/** Keeps photos shared before the service worker was installed. A cookie proves that a browser has sent them. */
export async function lostShares(app: FastifyInstance, { folder, freeOn }: LostSharesParts): Promise<void> {
  const shares = new SharedFiles(folder, freeOn);
  const coming = new AtOnce(bounds.comingShares);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.addHook('onClose', () => shares.close());

  app.post(wizard, { config: { streamsBody: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const share = await receive(request);
    if (!share) return respondUnread(reply);
    const { id, secret } = share;
    const cookie = `${cookieName(id)}=${secret}; Path=${keptShares}; Max-Age=${patience / 1000}; HttpOnly; SameSite=Lax`;
    return reply.header('set-cookie', cookie).redirect(`${wizard}?shared=${id}`, 303);
  });

  async function receive(request: FastifyRequest): Promise<{ id: string; secret: string } | null> {
    const { 'content-type': type = '', 'content-length': length = 0 } = request.headers;
    if (!type.startsWith('multipart/form-data') || Number(length) > longestShare) return null;
    if (isFromElsewhere(request)) return null;
    const caller = addressOf(request);
    const end = coming.begin(caller);
    return end && shares.save(request.raw, { caller, type }).finally(end);
  }

  app.get<One>(`${keptShares}:id`, async (request, reply) => {
    const share = find(request);
    reply.header('cache-control', 'no-store');
    const read = share && (await shares.read(request.params.id));
    if (!read) throw notFound();
    return reply.type(share.type).header('content-length', read.size).send(read.body);
  });

  app.delete<One>(`${keptShares}:id`, async (request, reply) => {
    if (!find(request)) throw notFound();
    await shares.remove(request.params.id);
    return reply.code(204).send();
  });

  function find(request: FastifyRequest<One>): Share | undefined {
    const { id } = request.params;
    const share = shares.find(id);
    return share && hasSecret(request, id, share.secret) ? share : undefined;
  }
}

interface One {
  Params: { id: string };
}

/** Keeps the connection open for a while: closing it with unread bytes can discard the response. */
function respondUnread(reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), location: wizard, connection: 'close', 'content-length': 0 };
  raw.writeHead(303, headers as OutgoingHttpHeaders).flushHeaders();
  const timer = setTimeout(() => raw.destroy(), readingTime);
  raw.once('close', () => clearTimeout(timer));
}

const cookieName = (id: string) => `tyy-share-${id}`;

function hasSecret({ headers }: Pick<FastifyRequest, 'headers'>, id: string, secret: string): boolean {
  const cookies = (headers.cookie ?? '').split(/;\s*/);
  const wanted = Buffer.from(`${cookieName(id)}=${secret}`);
  return cookies.some(cookie => {
    const found = Buffer.from(cookie);
    return found.length === wanted.length && timingSafeEqual(found, wanted);
  });
}

/** Websites must not share photos in the user's name. Old browsers' own shares have `Origin: null`. */
function isFromElsewhere(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  return isFromOtherSite(request) && !(site === undefined && origin === 'null');
}

/** Maximum size of a share in bytes; the server does not read the rest. */
const longestShare = 64 * 2 ** 20;
/** Keep a share for this long (ms) unless the wizard removes it. Installing a service worker takes far less time. */
const patience = 5 * 60_000;
/** Minimum speed, in bytes a second after `grace` ms: half that of a phone on the slowest connection we support. */
const leastPace = { slowest: 3_000, grace: 10_000 };
const lookEvery = 1_000;

/** Write one file at a time: Node has only four threads for files, and reads need them too. */
const disk = pLimit(1);

interface Share {
  /** Content type of the body, with the boundary that the browser needs to parse the form. */
  type: string;
  secret: string;
}

interface KeptShare extends Share {
  id: string;
  caller: string;
  size: number;
  timer: NodeJS.Timeout;
}

/** Saves request bodies to disk for `patience`, or until they are removed. Limits their number and size. */
class SharedFiles {
  readonly #folder: string;
  readonly #shares = new Map<string, KeptShare>();
  readonly #coming = new Sums();
  readonly #freeOn: typeof freeOnDisk;

  constructor(folder: string, freeOn = freeOnDisk) {
    this.#folder = folder;
    this.#freeOn = freeOn;
  }

  /** Null if the body is empty or cannot be saved, e.g. because it is too large or slow, or the disk is full. */
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

  /** Keeps the file, because a phone may close the page now. Removes a share whose file is damaged. */
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

  /** Removes the caller's oldest shares, then those of callers who use more space. False if that is not enough. */
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
