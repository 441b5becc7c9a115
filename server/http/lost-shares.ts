import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appPath } from './app-files.ts';

/** Where the manifest's share target sends photos, and the screen that opens instead. */
const wizard = `${appPath}make-pic`;
/** Where the wizard takes a share that is kept here. */
const keptShares = `${appPath}shared/`;
/** Of a larger share the rest is not read, and all kept shares together are not larger than twice this; bytes. */
const most = 64 * 2 ** 20;
/** How long a share waits for the wizard, ms; a service worker has been installed long before. */
const patience = 5 * 60_000;
/** How long the sender of a share that is too long has to read the response, ms. */
const readingTime = 2000;

interface Share {
  body: Buffer;
  /** With the boundary by which the browser reads the form again. */
  type: string;
  /** Known to the browser that shared, and to no other. */
  secret: string;
  timer: NodeJS.Timeout;
}

/**
 * Photos that another app shares are taken by the service worker. Those that come here, because it was not there yet
 * or was removed, wait in memory for the wizard: once, for minutes, and only for the browser that they came from.
 */
export async function lostShares(app: FastifyInstance): Promise<void> {
  const shares = new Map<string, Share>();

  function remove(id: string): void {
    clearTimeout(shares.get(id)?.timer);
    shares.delete(id);
  }

  function save(body: Buffer, type: string): { id: string; secret: string } {
    const id = randomBytes(16).toString('hex');
    const secret = randomBytes(16).toString('hex');
    for (const oldest of shares.keys()) {
      const size = [...shares.values()].reduce((sum, share) => sum + share.body.length, 0);
      if (size + body.length > 2 * most) remove(oldest);
    }
    shares.set(id, { body, type, secret, timer: setTimeout(remove, patience, id).unref() });
    return { id, secret };
  }

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.addHook('onClose', async () => [...shares.keys()].forEach(remove));

  app.post(wizard, { config: { streamsBody: true } }, async (request, reply) => {
    const body = await readAll(request.raw);
    reply.header('cache-control', 'no-store');
    if (!body) return respondUnread(reply);
    const type = request.headers['content-type'] ?? '';
    if (body.length === 0 || !type.startsWith('multipart/form-data') || isFromElsewhere(request)) {
      return reply.redirect(wizard, 303);
    }
    const { id, secret } = save(body, type);
    const cookie = `${cookieName(id)}=${secret}; Path=${keptShares}; Max-Age=${patience / 1000}; HttpOnly; SameSite=Lax`;
    return reply.header('set-cookie', cookie).redirect(`${wizard}?shared=${id}`, 303);
  });

  app.get<{ Params: { id: string } }>(`${keptShares}:id`, async (request, reply) => {
    const { id } = request.params;
    const share = shares.get(id);
    reply.header('cache-control', 'no-store');
    if (!share || !hasSecret(request, id, share.secret)) return reply.code(404).send();
    remove(id);
    return reply.type(share.type).send(share.body);
  });
}

/**
 * Responds to a client that still sends, and hangs up once it has hung up itself or has had its time: the response is lost
 * where a connection is closed while bytes wait to be read.
 */
function respondUnread(reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), location: wizard, connection: 'close', 'content-length': 0 };
  raw.writeHead(303, headers as OutgoingHttpHeaders).flushHeaders();
  const timer = setTimeout(() => raw.destroy(), readingTime);
  raw.once('close', () => clearTimeout(timer));
}

const cookieName = (id: string) => `tyy-share-${id}`;

function hasSecret({ headers }: FastifyRequest, id: string, secret: string): boolean {
  const cookies = (headers.cookie ?? '').split(/;\s*/);
  const wanted = Buffer.from(`${cookieName(id)}=${secret}`);
  return cookies.some(cookie => {
    const found = Buffer.from(cookie);
    return found.length === wanted.length && timingSafeEqual(found, wanted);
  });
}

/** Another site must not hand photos to the wizard in the user's name; a share comes from no site at all. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/** The whole body, because most browsers look at the response only when all is sent; null when it is too long. */
function readAll(body: Readable): Promise<Buffer | null> {
  return new Promise(resolve => {
    const pieces: Buffer[] = [];
    let size = 0;
    body.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= most) return pieces.push(part);
      pieces.length = 0;
      body.pause();
      resolve(null);
    });
    body.once('end', () => resolve(Buffer.concat(pieces)));
    body.once('close', () => resolve(null));
  });
}
